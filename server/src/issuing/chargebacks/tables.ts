import type { Generated } from 'kysely'
import type { PartnerId } from '#core/partners'
import type { AccountId, DisputeId, HolderId, TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { DisputeReason, Transition } from './dispute.ts'
import type { DisputeStatus } from './dispute-states.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'chargebacks.disputes': {
      id: DisputeId
      version: Generated<number>
      transaction_id: TransactionId
      partner_id: PartnerId
      holder_id: HolderId
      account_id: AccountId
      reason: DisputeReason
      explanation: string
      currency: Currency
      minor: bigint
      status: DisputeStatus
      created_at: Instant
    }
    'chargebacks.transitions': {
      id: Generated<bigint>
      dispute_id: DisputeId
      from_status: DisputeStatus | null
      to_status: DisputeStatus
      action: Transition['action']
      actor: string
      note: string | null
      owed_minor: bigint | null
      network_minor: bigint | null
      network_currency: Currency | null
      markup_minor: bigint | null
      occurred_at: Instant
    }
  }
}
