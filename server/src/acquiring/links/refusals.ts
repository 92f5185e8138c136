import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  link_not_found: ['not_found', 'There is no payment link {hash} at this site; it may have been removed.'],
  invalid_field: ['invalid', '{field} {rule}.'],
})
