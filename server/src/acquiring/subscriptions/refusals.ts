import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  no_address: ['invalid', 'The customer has no e-mail address that can be used, or no emails are sent here.'],
  self_service_not_available: [
    'conflict',
    'Only a recurring or managed order has a page for its customer; this one is {type}.',
  ],
})
