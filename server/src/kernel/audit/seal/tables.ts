import type { Instant } from '#kernel/base/clock.ts'
import type { Json } from '#kernel/db/schema.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'seals.seals': {
      id: bigint
      previous: Uint8Array
      hash: Uint8Array
      positions: Json<Positions>
      detached: Json<Detached> | null
      sealed_at: Instant
    }
    'seals.progress': { id: number; whole_at: Instant }
    'seals.pages': { seal_id: bigint; name: string; keys: string; digests: Uint8Array }
  }
}

/** The number of the last row of each journal that is sealed, as text. */
export type Positions = Readonly<Record<string, string>>

/** Rows of a table that are gone on purpose, by their numbers: from the first to the last. */
export type Detached = {
  table: string
  from: string
  through: string
  /** Those of a partition that was written to a file: between these moments, so many, with this SHA-256. */
  archive?: Archive
}
export type Archive = { from: string; to: string; rows: number; sha256: string }
