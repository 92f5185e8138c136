import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  link_not_found: ['not_found', 'There is no payment link {hash} at this site; it may have been removed.'],
  link_changed_meanwhile: [
    'conflict',
    'Somebody else changed this link meanwhile, and nothing was done. Look at what it is now, and send it again.',
  ],
  link_closed: ['conflict', 'The payment link {linkId} is closed already.'],
  link_not_closed: ['conflict', 'The payment link {linkId} is open: it is not closed.'],
  invalid_field: ['invalid', '{field} {rule}.'],
})
