import type { Generated } from 'kysely'
import type { OrderId, PaymentId, ShopperId, StoredCardId } from '#acquiring/ids'
import type { PriceFacts, PriceRuleId } from '#acquiring/pricing'
import type { CardFacts } from '#acquiring/shoppers'
import type { OptionJson } from '#acquiring/terms'
import type { CardChecks, Challenge, DeclineAdvice, DeclineReason, WalletType } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { MerchantId, SiteId } from '#core/directory'
import type { VaultToken } from '#core/vault'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Json } from '#kernel/db/schema.ts'
import type { TransactionAction, TransactionStatus } from './payment-states.ts'
import type { Payment, Payout, Refund, Transaction } from './transaction.ts'

type RequestKind = NonNullable<(Payment | Refund | Payout)['request']>['kind']

/** Minor units, as text. */
export type ShareRow = { site: SiteId; merchant: MerchantId; minor: string }

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'payments.payments': {
      id: Generated<PaymentId>
      key: string
      connector: ConnectorId
      type: Transaction['type']
      source: Transaction['source']
      status: TransactionStatus
      version: Generated<number>
      merchant_id: MerchantId
      site_id: SiteId
      shopper_id: ShopperId
      order_id: OrderId
      period: number | null
      parent_id: PaymentId | null
      /** Of a reinstatement: the refund or payout whose money it is. */
      reinstates_id: Generated<PaymentId | null>
      captures_at_once: boolean
      currency: Currency
      minor: bigint
      captured_minor: bigint
      refunded_minor: bigint
      charged_back_minor: bigint
      fee_minor: bigint
      fee_basis_points: number
      price_rule_id: PriceRuleId | null
      price_facts: Json<PriceFacts> | null
      transaction_option: Json<OptionJson> | null
      shares: Json<readonly ShareRow[]> | null
      pending_minor: bigint | null
      /** Minor units, as text. */
      pending_shares: Json<readonly string[]> | null
      /** Minor units, as text, of a declined refund or a representment. */
      share_corrections: Json<readonly string[]> | null
      description: string
      card_id: StoredCardId | null
      stores_token: VaultToken | null
      card_brand: string
      card_first6: string
      card_last4: string
      card_expiry: string
      card_holder_name: string | null
      card_fingerprint: Uint8Array
      card_facts: Json<CardFacts> | null
      wallet: WalletType | null
      /** Null without a wallet. */
      wallet_device: boolean | null
      initiator: Transaction['initiator']
      ip: string | null
      reference: string | null
      network_transaction_id: string | null
      authorization_code: string | null
      /** Without those that were not made. */
      checks: Json<Partial<CardChecks>> | null
      three_d_secure: string | null
      challenge: Json<Challenge['redirect']> | null
      decline_reason: DeclineReason | null
      decline_advice: DeclineAdvice | null
      reversal_reason: string | null
      reversal_message: string | null
      request_key: string | null
      request_kind: RequestKind | null
      request_minor: bigint | null
      batch_id: bigint | null
      created_at: Instant
      approved_at: Instant | null
      captured_at: Instant | null
      due_at: Instant | null
      due_tries: number
      leased_until: Generated<Instant | null>
    }
    'payments.payment_transitions': {
      id: Generated<bigint>
      payment_id: PaymentId
      action: TransactionAction
      from_status: TransactionStatus | null
      to_status: TransactionStatus
      minor: bigint | null
      occurred_at: Instant
    }
    /** Hours whose sums are in the two tables below: nothing that happened in them can appear or change any more. */
    'payments.summed_hours': { hour: Instant }
    'payments.captured_by_hour': {
      merchant_id: MerchantId
      hour: Instant
      currency: Currency
      type: Transaction['type']
      captured_minor: bigint
      fee_minor: bigint
    }
    'payments.results_by_hour': {
      merchant_id: MerchantId
      /** In which the payments were made. */
      hour: Instant
      result: 'approved' | DeclineReason | 'unknown'
      payments: number
    }
    'payments.releases': {
      id: Generated<bigint>
      batch_id: bigint
      merchant_id: MerchantId
      currency: Currency
      pending_minor: bigint
      reserved_minor: bigint
      moved_minor: bigint | null
      released_at: Instant | null
      due_at: Instant | null
      leased_until: Generated<Instant | null>
    }
    'payments.pending_start': { is_begun: Generated<boolean>; began_at: Instant }
    'payments.owed_returns': {
      /** The payment. */
      id: PaymentId
      owed_at: Instant
      tries: Generated<number>
      due_at: Instant | null
      leased_until: Instant | null
    }
    'payments.fallbacks': {
      payment_id: PaymentId
      connector: ConnectorId
      key: string
      reference: string | null
      decline_reason: DeclineReason
      next_connector: ConnectorId
      occurred_at: Instant
    }
  }
}
