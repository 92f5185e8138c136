import { refusals } from '#kernel/refusal.ts'

export const refuse = refusals({
  order_without_page: [
    'conflict',
    'Only a recurring or managed order has a page for its customer; this one is {type}.',
  ],
})
