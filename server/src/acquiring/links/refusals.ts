import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  link_not_found: ['not_found', 'There is no payment link {hash} at this site; it may have been removed.'],
  link_changed_meanwhile: [
    'conflict',
    'Somebody else changed this link meanwhile, and nothing was done. Look at what it is now, and send it again.',
  ],
  invalid_field: ['invalid', '{field} {rule}.'],
})
