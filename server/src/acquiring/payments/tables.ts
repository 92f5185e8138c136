import type { Generated } from 'kysely'
import type { OrderId, PaymentId, ShopperId, StoredCardId } from '#acquiring/ids'
import type {
  CardChecks,
  Challenge,
  DeclineReason,
  DisputeEvent,
  DisputeReason,
} from '#connectors/acquirer/acquirer.ts'
import type { MerchantId, SiteId } from '#core/directory'
import type { VaultToken } from '#core/vault'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Json } from '#kernel/db/schema.ts'
import type { Payment, PendingRequest } from './payment.ts'
import type { PaymentAction, PaymentStatus } from './payment-states.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'payments.payments': {
      id: Generated<PaymentId>
      key: string
      type: Payment['type']
      source: Payment['source']
      status: PaymentStatus
      version: Generated<number>
      merchant_id: MerchantId
      site_id: SiteId
      shopper_id: ShopperId
      order_id: OrderId
      period: number | null
      parent_id: PaymentId | null
      captures_at_once: boolean
      currency: Currency
      minor: bigint
      captured_minor: bigint
      refunded_minor: bigint
      charged_back_minor: bigint
      fee_minor: bigint
      fee_basis_points: number
      description: string
      card_id: StoredCardId | null
      stores_token: VaultToken | null
      card_brand: string
      card_first6: string
      card_last4: string
      card_expiry: string
      card_holder_name: string | null
      card_fingerprint: Uint8Array
      initiator: Payment['initiator']
      ip: string | null
      reference: string | null
      network_transaction_id: string | null
      authorization_code: string | null
      checks: Json<CardChecks> | null
      three_d_secure: string | null
      challenge: Json<Challenge['redirect']> | null
      decline_reason: DeclineReason | null
      reversal_reason: string | null
      reversal_message: string | null
      request_key: string | null
      request_kind: PendingRequest['kind'] | null
      request_minor: bigint | null
      batch_id: bigint | null
      created_at: Instant
      approved_at: Instant | null
      captured_at: Instant | null
      due_at: Instant | null
      due_tries: number
      leased_until: Generated<Instant | null>
    }
    'payments.dispute_events': {
      id: Generated<bigint>
      event_id: string
      dispute: string
      authorization_key: string
      kind: DisputeEvent['kind']
      currency: Currency
      minor: bigint
      reason: DisputeReason
      happened_at: Instant
      received_at: Instant
      payment_id: Generated<PaymentId | null>
      done_at: Generated<Instant | null>
      trouble: Generated<string | null>
      seen_at: Generated<Instant | null>
      due_at: Instant | null
      leased_until: Generated<Instant | null>
    }
    'payments.dispute_lists': {
      id: bigint
      read_up_to: string | null
      version: number
      due_at: Instant | null
      leased_until: Generated<Instant | null>
    }
    'payments.payment_transitions': {
      id: Generated<bigint>
      payment_id: PaymentId
      action: PaymentAction | 'start'
      from_status: PaymentStatus | null
      to_status: PaymentStatus
      minor: bigint | null
      occurred_at: Instant
    }
    'payments.batches': {
      id: Generated<bigint>
      site_id: SiteId
      currency: Currency
      cut_off_at: Instant
      part: number
      net_minor: bigint
      payments: number
      closed_at: Instant
    }
    'payments.payout_locks': { id: bigint; version: number }
    'payments.payers': {
      id: ShopperId
      site_id: SiteId
      email: string | null
      country: string | null
      state: string | null
    }
    'payments.cut_offs': { id: bigint; due_at: Instant | null; leased_until: Generated<Instant | null> }
  }
}
