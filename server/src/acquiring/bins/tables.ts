import type { Generated } from 'kysely'
import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'

export type LoadId = Brand<bigint, 'LoadId'>

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'bins.loads': {
      id: Generated<LoadId>
      ranges: bigint | null
      begun_at: Instant
      complete_at: Instant | null
    }
    'bins.ranges': {
      load_id: LoadId
      first6: string
      low: bigint
      high: bigint
      brand: string | null
      type: string | null
      level: string | null
      country: string | null
      bank: string | null
    }
  }
}
