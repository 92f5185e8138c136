import type { OrderPaymentFailed } from './failed-attempt.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    /** A period was declined and will be retried. The event has no name in the notification log. */
    orderPaymentFailed: { body: Record<string, unknown>; subject: OrderPaymentFailed }
  }
}
