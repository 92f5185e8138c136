import type { Generated } from 'kysely'
import type { OrderId } from '#acquiring/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { BillingPeriod } from './billing-period.ts'
import type { Reason } from './reason.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'billing.periods': {
      order_id: OrderId
      period: number
      status: BillingPeriod['status']
      currency: Currency
      minor: bigint
      paid_minor: Generated<bigint>
      planned_at: Instant
      opened_at: Instant
      failures: Generated<number>
      first_failed_at: Generated<Instant | null>
      micro: Generated<BillingPeriod['micro']>
      lost: Generated<number>
      last_reason: Generated<Reason | null>
      resolved_at: Generated<Instant | null>
    }
  }
}
