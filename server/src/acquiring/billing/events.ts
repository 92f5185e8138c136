import type { OrderId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { OrderPaymentFailed } from './failed-attempt.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    /** Shares of a bill stay with the site that shares them: these sites are of merchants that were closed. */
    sharesKept: { body: { orderId: OrderId; sites: readonly SiteId[] }; subject: undefined }
    /** A period was declined and will be retried. The event has no name in the notification log. */
    orderPaymentFailed: { body: Record<string, unknown>; subject: OrderPaymentFailed }
  }
}
