import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  self_service_not_available: [
    'conflict',
    'Only a recurring or managed order has a page for its customer; this one is {type}.',
  ],
})
