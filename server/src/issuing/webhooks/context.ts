import type { Partners } from '#core/partners'
import type { Clock } from '#kernel/base/clock.ts'
import type { React } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Outbound } from '#kernel/http/outbound.ts'
import type { Log } from '#kernel/telemetry/log.ts'

/** What this module needs of the application. */
export type WebhooksContext = {
  db: Db
  react: React
  clock: Clock
  partners: Pick<Partners, 'partner'>
}

/** What the delivery needs besides. */
export type WebhookDeliveryContext = WebhooksContext & {
  log: Log
  outbound: Outbound
  partners: Pick<Partners, 'partner' | 'signingKey'>
  /** How long a receiver may take to answer. */
  webhookTimeoutMs: number
}
