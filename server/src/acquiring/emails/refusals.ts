import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  email_not_found: ['not_found', 'There is no such email at this site.'],
  email_pending: ['conflict', 'This email is waiting to be sent already.'],
  email_expired: ['conflict', 'The content of this email has been deleted, so it cannot be sent again.'],
})
