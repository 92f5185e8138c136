import type { Instant } from '#kernel/base/clock.ts'
import type { VersionId } from './ids.ts'
import type { ListName } from './list-entry.ts'
import type { BadRow } from './tables.ts'

/** A list as it was loaded at one time. */
export type ListVersion = {
  id: VersionId
  list: ListName
  fileDigest: Uint8Array
  publishedOn: Temporal.PlainDate | undefined
  /** How many. */
  entries: number
  names: number
  added: number
  removed: number
  badRows: readonly BadRow[]
  loadedAt: Instant
}
