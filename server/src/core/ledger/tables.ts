import type { Generated } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { HoldStatus } from './hold-states.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'ledger.entries': { id: Generated<bigint>; recipe: string; reference: string; posted_at: Instant }
    'ledger.lines': { entry_id: bigint; account: string; currency: Currency; minor: bigint }
    'ledger.guarded_balances': { account: string; currency: Currency; minor: bigint }
    'ledger.holds': {
      id: Generated<bigint>
      reference: string
      account: string
      currency: Currency
      minor: bigint
      posted_minor: Generated<bigint>
      status: HoldStatus
      held_at: Instant
      ended_at: Instant | null
    }
    'ledger.closed_days': { until: Instant; closed_at: Instant }
    'ledger.day_balances': { account: string; currency: Currency; until: Instant; minor: bigint }
    'ledger.checkpoints': { account: string; currency: Currency; through_entry: bigint; minor: bigint }
  }
}
