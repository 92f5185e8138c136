import { refusals } from '#kernel/base/refusal.ts'

/** Callers who are not recognized, and those of another organization. */
export const refuse = refusals({
  invalid_staff_token: [
    'unauthenticated',
    'This is no valid API token of a member of staff; it may have expired or been revoked. Make a new one: florin staff token.',
  ],
  not_logged_in: ['unauthenticated', 'You are not logged in, or your session has ended. Log in again.'],
  second_factor_required: [
    'forbidden',
    'Your role needs a second factor here. Add an authenticator app or a passkey first.',
  ],
  no_sign_on: ['not_found', 'This installation has no single sign-on.'],
  nothing_proved: [
    'invalid',
    'Send a code, a recovery code, a passkey or, to prove that you are still there, the password.',
  ],
  foreign_origin: ['forbidden', 'This did not come from a page of this dashboard, and nothing was done.'],
  parked_email_missing: ['not_found', 'There is no parked email with the id {id}. Somebody may have sent it again.'],
  operator_only: ['forbidden', 'Only staff of the operator may do this; you are staff of a {kind}.'],
})
