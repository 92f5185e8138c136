import type { Generated } from 'kysely'
import type { PaymentId } from '#acquiring/ids'
import type { MerchantId, SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { BlockId, BlockKind } from './blocks.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'velocity.counts': {
      key: string
      begun: number
      approved: number
      asked: number
      declined: number
      free: number
      window_ms: number
      held_until: Instant | null
      counted_at: Instant
    }
    'velocity.attempts': { id: string; keys: readonly string[]; asked: boolean; begun_at: Instant }
    'velocity.blocks': {
      id: Generated<BlockId>
      version: Generated<number>
      kind: BlockKind
      value: string
      merchant_id: MerchantId | null
      site_id: SiteId | null
      payment_id: PaymentId | null
      card: string | null
      reason: string
      blocked_at: Instant
      blocked_by: string
      ends_at: Instant | null
      ended_at: Generated<Instant | null>
      mac: Generated<Uint8Array | null>
    }
    'velocity.refusals': {
      hour: Instant
      name: string
      site_id: SiteId
      subject: string
      source: string
      times: number
      first_at: Instant
      last_at: Instant
    }
  }
}
