import type { Generated } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    /** `id` is the merchant. */
    'merchants.closures': { id: bigint; due_at: Instant | null; leased_until: Generated<Instant | null> }
  }
}
