import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  entry_not_found: ['not_found', 'There is no entry with this number.'],
})
