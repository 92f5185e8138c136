import type { Instant } from '#kernel/base/clock.ts'

/** A clearing file that was begun, and what its rows have come to. */
export type ClearingFile = {
  /** As `florin network files` names it. */
  id: bigint
  version: number
  name: string
  /** SHA-256 of its bytes, by which it is known again. */
  digest: Uint8Array
  rowCount: number
  /** Rows that are done, in the order of the file. */
  done: number
  counts: FileCounts
  startedBy: string
  startedAt: Instant
  finishedAt: Instant | null
}

/** How many rows of each result; they are counted when the file is finished. */
export type FileCounts = Record<RowOutcome, number>

/**
 * `forced`: cleared without an authorization of ours. `repeated`: it was booked before, by another file or a message.
 * `rejected`: nothing was booked, and the sender has to correct it.
 */
export type RowOutcome = 'cleared' | 'forced' | 'refunded' | 'repeated' | 'rejected'

/** Who sends the messages of a file. No connection of a network has such a name. */
export const senderOf = (id: bigint): string => `file ${id}`

/** The network that a sender of messages belongs to. Undefined for a file: an operator clears it, for whichever network. */
export const networkOf = (sender: string): string | undefined =>
  sender.startsWith('file ') ? undefined : sender.split('/', 1)[0]
