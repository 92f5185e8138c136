import type { Directory } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import type { JsonValue } from '#kernel/base/json.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'

/** What the use cases of this module work with. */
export type TopupsContext = Writer & {
  clock: Clock
  log: Log
  directory: Pick<Directory, 'site' | 'siteKeys'>
  merchantApi: MerchantApi
  /** Where browsers reach our pages, without a path. */
  publicUrl: string
  testMode: boolean
}

/**
 * The merchants' API as any store calls it: with the key of a site, and over HTTP. Throws `OutboundError` when there is no
 * response.
 */
export type MerchantApi = {
  get(
    path: string,
    query: Readonly<Record<string, string>>,
    key: Secret<string>,
  ): Promise<{ status: number; json: JsonValue | undefined }>
}
