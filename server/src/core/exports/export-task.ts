import type { ListFile, StaffDirectory, StaffId } from '#core/access'
import type { Brand } from '#kernel/base/brand.ts'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'

export type ExportId = Brand<string, 'ExportId'>

/** It waits for a worker, is written, can be fetched until it expires; or it was cancelled, or could not be written. */
export const exportStatuses = ['waiting', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const
export type ExportStatus = (typeof exportStatuses)[number]

/** A list that a worker writes to a file for one person. */
export type ExportTask = {
  id: ExportId
  staffId: StaffId
  list: string
  /** Its filters as an address has them, sealed with the key of the file. */
  query: Uint8Array
  status: ExportStatus
  fileName: string
  /** Entries when it was asked for; undefined when counting them took too long. */
  estimate: bigint | undefined
  /** Entries that are written. */
  rows: bigint
  bytes: bigint
  chunks: number
  place: string | undefined
  dataKey: Uint8Array | undefined
  failure: string | undefined
  tries: number
  requestedAt: Instant
  endedAt: Instant | undefined
  expiresAt: Instant | undefined
  emailKey: string
  emailedAt: Instant | undefined
  emailTries: number
}

export type ExportsContext = Writer & {
  clock: Clock
  keys: KeyRing
  staff: Pick<StaffDirectory, 'turn'>
  /** Above so many entries a list is written by a worker, and not while somebody waits. */
  streamedMax: number
  /** Every list that can be written to a file, by its name. */
  listFiles(): ReadonlyMap<string, ListFile>
}

/** Of one person at a time; a file takes room and a worker. */
export const openExportsMax = 5
/** With those that can be fetched: the files of a person take room in the database of the operator. */
export const heldExportsMax = 20
