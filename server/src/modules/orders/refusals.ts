import { refusals } from '#kernel/refusal.ts'

export const refuse = refusals({
  order_status_forbids: ['conflict', 'The order is {status}, which does not allow this.'],
})
