import type { Generated } from 'kysely'
import type { OrderId, ShopperId, StoredCardId } from '#acquiring/ids'
import type { OptionJson } from '#acquiring/terms'
import type { Level3, WalletType } from '#connectors/acquirer/port.ts'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Json } from '#kernel/db/schema.ts'
import type { NewOrder, PlannedEnd } from './order.ts'
import type { OrderAction, OrderStatus } from './order-states.ts'

/** An item as it is stored in jsonb: amounts in minor units, as text. */
export type ItemRow = {
  name: string
  unitPriceMinor: string
  units: string
  totalMinor: string
  type?: 'physical' | 'digital'
  code?: string
  vatPercent?: string
  description?: string
}

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'orders.orders': {
      id: Generated<OrderId>
      site_id: SiteId
      shopper_id: ShopperId
      external_id: string
      type: NewOrder['type']
      status: OrderStatus
      version: Generated<number>
      currency: Currency
      minor: bigint
      trial_minor: bigint | null
      mode: NewOrder['mode']
      description: string
      items: Json<ItemRow[]>
      tags: readonly string[]
      level3: Json<Level3> | null
      transaction_option: Json<OptionJson> | null
      custom_data: Json<{ value: unknown }> | null
      invoice_email: string | null
      back_url: string | null
      interval_type: 'day' | 'month' | null
      interval_value: number | null
      first_bill_at: Instant | null
      retry_payment: string | null
      language: Generated<string | null>
      card_id: Generated<StoredCardId | null>
      wallet: Generated<WalletType | null>
      end_reason: Generated<string | null>
      attempts: Generated<number>
      anchor_at: Generated<Instant | null>
      anchor_period: Generated<number>
      anchor_lead: Generated<number>
      next_period: Generated<number>
      due_at: Generated<Instant | null>
      leased_until: Generated<Instant | null>
      attempts_max: Generated<number | null>
      network_transaction_id: Generated<string | null>
      network_transaction_at: Generated<Instant | null>
      cancel_reason: Generated<string | null>
      cancel_message: Generated<string | null>
      last_period: Generated<number | null>
      end_planned_by: Generated<PlannedEnd['by'] | null>
      created_at: Instant
    }
    'orders.order_transitions': {
      id: Generated<bigint>
      order_id: OrderId
      action: OrderAction
      from_status: OrderStatus
      to_status: OrderStatus
      reason: string | null
      occurred_at: Instant
    }
  }
}
