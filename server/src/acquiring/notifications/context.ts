import type { OrderId, PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { React } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Outbound } from '#kernel/http/outbound.ts'
import type { Log } from '#kernel/telemetry/log.ts'

/** What this module needs of the application. */
export type NotificationsContext = {
  db: Db
  react: React
  clock: Clock
  log: Log
  outbound: Outbound
  sites: Sites
  /** Which key the store signed its request with whose result this payment is; undefined where it signed none. */
  signedBy(payment: { siteId: SiteId; orderId: OrderId; paymentId: PaymentId }): Promise<bigint | undefined>
  /** How long a store may take to answer. */
  notificationTimeoutMs: number
}

/** What this module needs to know about sites; the directory implements it. */
export type Sites = {
  /** The key that the store can open a result with, without prefix; `signedBy` names the key of its own request. */
  sealingKey(id: SiteId, signedBy: () => Promise<bigint | undefined>): Promise<Secret<string> | undefined>
  site(id: SiteId): Promise<{ notificationUrl: string | undefined } | undefined>
}
