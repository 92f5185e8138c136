import type { TransactionAction, TransactionStatus } from './payment-states.ts'
import type { Payment, Transaction } from './transaction.ts'

/**
 * A transaction changed status. `payment` is as it is after that. `from` is undefined for one that begins booked, such as
 * a chargeback; one that begins with a request of ours is announced when its result is recorded.
 */
export type PaymentStatusChanged<T extends Transaction = Transaction> = {
  action: Exclude<TransactionAction, 'start'>
  from: TransactionStatus | undefined
  payment: T
}

declare module '#kernel/db/events.ts' {
  interface Events {
    paymentStatusChanged: { body: Record<string, unknown>; subject: PaymentStatusChanged }
    /** What was voided or cancelled is charged all the same, says the acquirer. */
    reversalFailed: { body: { status: TransactionStatus }; subject: Payment }
  }
}
