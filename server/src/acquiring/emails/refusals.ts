import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  email_not_found: ['not_found', 'There is no such letter at this site.'],
  email_pending: ['conflict', 'This letter is on its way already.'],
  email_expired: ['conflict', 'The words of this letter have been deleted, so it cannot be sent again.'],
})
