import { refusals } from '#kernel/base/refusal.ts'

/** Callers who are not recognized. */
export const refuse = refusals({
  missing_partner_key: ['unauthenticated', 'Send the API key of the partner in the header x-partner-api-key.'],
  invalid_partner_key: [
    'unauthenticated',
    'This is no valid API key of a partner; it may have been rotated. The operator of the platform makes a new one.',
  ],
  missing_partner_id: ['unauthenticated', 'Send the id of the partner in the header x-partner-id.'],
  unknown_partner: ['unauthenticated', 'There is no partner with the id in x-partner-id.'],
  partner_mismatch: ['unauthenticated', 'x-partner-id names another partner than x-partner-api-key belongs to.'],
  partner_inactive: ['forbidden', 'This partner is not active in this installation.'],
  invalid_token: [
    'unauthenticated',
    'The access token is not valid or has expired. Get a new one with the refresh token, or log in again.',
  ],
})
