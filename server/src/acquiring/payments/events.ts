import type { Payment } from './payment.ts'
import type { PaymentAction, PaymentStatus } from './payment-states.ts'

/**
 * What the world may hear of a payment. The subject is the payment as it is after the move. `from` is undefined of what
 * has begun just now and as news, such as a charge-back; what begins with an ask of ours is announced when it is answered.
 */
export type PaymentStatusChanged = { action: PaymentAction; from: PaymentStatus | undefined; payment: Payment }

declare module '#kernel/db/events.ts' {
  interface Events {
    paymentStatusChanged: { body: Record<string, unknown>; subject: PaymentStatusChanged }
  }
}
