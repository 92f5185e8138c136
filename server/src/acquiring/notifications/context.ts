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
  /** How long a store may take to answer. */
  notificationTimeoutMs: number
}

/** What this module needs to know about sites; the directory implements it. */
export type Sites = {
  /** The keys that are valid now, newest first, without prefix. */
  siteKeys(id: SiteId): Promise<readonly Secret<string>[]>
  site(id: SiteId): Promise<{ notificationUrl: string | undefined } | undefined>
}
