import type { Generated } from 'kysely'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'settlement.batches': {
      id: Generated<bigint>
      site_id: SiteId
      currency: Currency
      cut_off_at: Instant
      part: number
      net_minor: bigint
      payments: number
      closed_at: Instant
      /** The SHA-256 of the numbers of its payments, in order, with commas between; null for older batches. */
      members: Uint8Array | null
    }
    'settlement.cut_offs': { id: bigint; due_at: Instant | null; leased_until: Generated<Instant | null> }
  }
}
