import { refusals } from '#kernel/base/refusal.ts'

/** Callers who are not recognized, and those of another organization. */
export const refuse = refusals({
  invalid_staff_token: [
    'unauthenticated',
    'This is no valid API token of a member of staff; it may have expired or been revoked. Make a new one: florin staff token.',
  ],
  operator_only: ['forbidden', 'Only staff of the operator may do this; this token belongs to staff of a {kind}.'],
})
