import type { Generated } from 'kysely'
import type { AssetId, DepositId } from '#issuing/deposits'
import type { HolderId, TopupId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { QuantityColumn } from '#kernel/db/quantity.ts'
import type { LossKind } from './loss.ts'
import type { InputType, QuoteId } from './quote.ts'
import type { ReceiptAction, ReceiptStatus } from './receipt-states.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'topups.quotes': {
      id: Generated<QuoteId>
      holder_id: HolderId
      asset_id: AssetId
      input_type: InputType
      currency: Currency
      minor: bigint
      fee_minor: bigint
      quantity: QuantityColumn
      rate_numerator: string
      rate_denominator: string
      rate_source: string
      rate_as_of: Instant
      sender: string
      created_at: Instant
      expires_at: Instant
      mac: Generated<Uint8Array | null>
    }
    'topups.crypto_orders': {
      id: Generated<bigint>
      topup_id: TopupId
      quote_id: QuoteId
      address: string
      created_at: Instant
    }
    'topups.receipts': {
      id: DepositId
      version: Generated<number>
      topup_id: TopupId
      status: ReceiptStatus
      reason: string | null
      currency: Currency | null
      minor: bigint | null
      fee_minor: bigint | null
      recovered_minor: bigint | null
      rate_numerator: string | null
      rate_denominator: string | null
      created_at: Instant
      due_at: Instant | null
      leased_until: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'topups.receipt_transitions': {
      id: Generated<bigint>
      receipt_id: DepositId
      from_status: ReceiptStatus | null
      to_status: ReceiptStatus
      action: ReceiptAction | 'see'
      actor: string
      from_where: string
      reason: string | null
      occurred_at: Instant
    }
    'topups.losses': {
      id: Generated<bigint>
      receipt_id: DepositId
      nth: number
      kind: LossKind
      owed_minor: bigint
      occurred_at: Instant
    }
  }
}
