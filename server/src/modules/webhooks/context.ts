import type { Clock } from '#kernel/clock.ts'
import type { React } from '#kernel/commit.ts'
import type { Db } from '#kernel/db.ts'
import type { Outbound } from '#kernel/http.ts'
import type { SiteId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { Secret } from '#kernel/secret.ts'

/** What this module needs of the house. */
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

/** What this module asks about sites; the directory answers it. */
export type Sites = {
  /** The keys that are valid now, newest first, without prefix. */
  siteKeys(id: SiteId): Promise<readonly Secret<string>[]>
  site(id: SiteId): Promise<{ notificationUrl: string | undefined } | undefined>
}
