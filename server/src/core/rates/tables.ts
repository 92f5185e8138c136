import type { Generated } from 'kysely'
import type { Asset } from '#kernel/base/assets.ts'
import type { Instant } from '#kernel/base/clock.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'rates.rates': {
      id: Generated<bigint>
      base: Asset
      quote: Asset
      /** The driver reads `numeric` as text. */
      rate: string
      as_of: Instant
      source: string
      recorded_at: Instant
      mac: Generated<Uint8Array | null>
    }
  }
}
