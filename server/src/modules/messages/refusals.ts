import { refusals } from '#kernel/refusal.ts'

export const refuse = refusals({
  letter_not_found: ['not_found', 'There is no such letter at this site.'],
  letter_waiting: ['conflict', 'This letter is on its way already.'],
  letter_forgotten: ['conflict', 'The words of this letter have been deleted, so it cannot be sent again.'],
})
