export type EmailKind =
  | 'registration-code'
  | 'already-registered'
  | 'login-code'
  | 'password-code'
  | 'no-password'
  | 'password-changed'
export type CodeEmailKind = Extract<EmailKind, `${string}-code`>
/** `sent` when the mail server has accepted it, `parked` when it was rejected or every attempt failed. */
export type EmailStatus = 'waiting' | 'sent' | 'parked'
