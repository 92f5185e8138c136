import type { Payment } from './payment.ts'
import type { PaymentAction, PaymentStatus } from './payment-states.ts'

/** What the world may hear of a payment. The subject is the payment as it is after the move. */
export type PaymentMoved = { action: PaymentAction; from: PaymentStatus; payment: Payment }

declare module '#kernel/events.ts' {
  interface Events {
    paymentMoved: { body: Record<string, unknown>; subject: PaymentMoved }
  }
}
