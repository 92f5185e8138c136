import type { OrderId, PaymentId, ShopperId, StoredCardId } from '#acquiring/ids'
import type { AppliedPrice } from '#acquiring/pricing'
import type { CardFacts } from '#acquiring/shoppers'
import type { TransactionOption } from '#acquiring/terms'
import type { CardChecks, Challenge, DeclineAdvice, DeclineReason, WalletType } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { MerchantId, SiteId } from '#core/directory'
import type { VaultToken } from '#core/vault'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type {
  CaptureFailureStatus,
  ChargebackStatus,
  PaymentStatus,
  PayoutStatus,
  RefundStatus,
  ReinstatementStatus,
  RepresentmentStatus,
} from './payment-states.ts'
import type { Pending } from './pending.ts'

/**
 * A row of `payments.payments`. Merchants list transactions of all kinds in one sequence of ids, and unique keys span
 * them, so they share one table; each kind has the fields that it needs and no others.
 */
export type Transaction = Payment | Refund | Payout | Chargeback | Representment | Reinstatement | CaptureFailure

/** One attempt to pay: money reserved and captured, or a card verified. */
export type Payment = Shared &
  Requested<'authorize' | 'completeChallenge' | 'capture' | 'reverse'> & {
    type: 'deposit' | 'verify-card'
    status: PaymentStatus
    parentId: undefined
    capturesAtOnce: boolean
    /** What was requested beside the amount: shares for other sites, with the amounts of this payment. */
    option: TransactionOption | undefined
    /** Refunded or about to be: a refund whose result is awaited counts already. */
    refunded: Money
    /** Charged back by the cardholder's bank, in disputes that are open or lost. It can be more than was left. */
    chargedBack: Money
    /** The percentage of the fee when the money was captured, in hundredths of a percent. */
    feeBasisPoints: number
    /** The rule of the fee, and what it was chosen by; undefined until the money is captured. */
    price: AppliedPrice | undefined
    /** The vault's token of a card number that approval will store as `cardId`. */
    storesToken: VaultToken | undefined
    networkTransactionId: string | undefined
    authorizationCode: string | undefined
    checks: CardChecks | undefined
    threeDSecure: string | undefined
    challenge: Challenge['redirect'] | undefined
    /** What the cardholder's bank advised when it declined, where the acquirer passes it on. */
    declineAdvice?: DeclineAdvice | undefined
    /** Why the merchant voided or cancelled it. */
    reversal: Reversal | undefined
    approvedAt: Instant | undefined
  }

/** Money returned to the cardholder by the merchant, of a payment that was captured. */
export type Refund = Shared &
  Requested<'refund'> & {
    type: 'refund'
    status: RefundStatus
    parentId: PaymentId
    reversal: Reversal | undefined
    /** Of one that was declined: minor units that each share returns all the same, of outflows that had counted on it. */
    shareCorrections?: readonly bigint[]
  }

/** Money sent to a customer's card; the networks call it an original credit. */
export type Payout = Shared &
  Requested<'credit'> & {
    type: 'credit'
    status: PayoutStatus
    parentId: undefined
    approvedAt: Instant | undefined
  }

/** A chargeback by the cardholder's bank. Its `reference` is the acquirer's id of the dispute. */
export type Chargeback = Shared & {
  type: 'chargeback'
  status: ChargebackStatus
  parentId: PaymentId
  reversal: Reversal | undefined
}

/** Money of a chargeback that came back because the dispute was won. Its `reference` is the id of the dispute. */
export type Representment = Shared & {
  type: 'representment'
  status: RepresentmentStatus
  parentId: PaymentId
  reversal: Reversal | undefined
  /** Minor units by which its shares differ from those that its chargeback set aside; left out where none does. */
  shareCorrections?: readonly bigint[]
}

/**
 * Money of a refund or a payout that came back, since it did not reach the cardholder. Its parent is the payment that was
 * refunded, or the payout; its `reference` is that of the refund or payout.
 */
export type Reinstatement = Shared & {
  type: 'reinstatement'
  status: ReinstatementStatus
  parentId: PaymentId
  /** The refund or payout whose money it is. */
  reinstatesId: PaymentId
  reversal: Reversal | undefined
}

/**
 * Money of a capture that the acquirer has reversed, since the capture failed after it was done. Its `reference` is that of the
 * payment.
 */
export type CaptureFailure = Shared & {
  type: 'capture-failure'
  status: CaptureFailureStatus
  parentId: PaymentId
  reversal: Reversal | undefined
}

/** What every kind of transaction has. */
type Shared = {
  id: PaymentId
  /**
   * A UUID. Of a payment, a refund and a payout it is the key of the first request, recorded before that is sent. A payment
   * that goes on at another connector gets another one (`record-fallback.ts`).
   */
  key: string
  /** The connector that it was sent to, the last one if it fell back; what follows a payment goes where the payment went. */
  connector: ConnectorId
  version: number
  source: 'service-call' | 're-bill' | 're-bill-micro' | 'card-change'
  merchantId: MerchantId
  siteId: SiteId
  shopperId: ShopperId
  orderId: OrderId
  /**
   * Of a billing, and of what follows its payment: the period of the order. Undefined for the shopper's own payments.
   */
  period: number | undefined
  amount: Money
  /** What moved: captured, refunded, paid out, charged back, returned or reversed. */
  captured: Money
  /**
   * Ours, of what was captured; of a refund, the part of the fee that was returned; of its reinstatement, taken again; of a
   * capture failure, what was left of it.
   */
  fee: Money
  /**
   * What other sites keep of a split payment, or return of a refund or chargeback; empty without a split. The rest is the
   * payment's own site's. Until it is captured: what they would keep.
   */
  shares: readonly Share[]
  /** The part that its merchants still wait for; undefined for money that goes out, and for earnings from before anything waited. */
  pending: Pending | undefined
  description: string
  card: ShownCard
  /** The stored card that pays or is paid, or the id set aside for the one that approval will store. */
  cardId: StoredCardId | undefined
  /** Whether the cardholder or the merchant initiated it, as the networks say: a CIT or an MIT. */
  initiator: 'cit' | 'mit'
  ip: string | undefined
  /** The acquirer's reference. */
  reference: string | undefined
  batchId: bigint | undefined
  createdAt: Instant
  capturedAt: Instant | undefined
}

/** What a kind has that we request of the acquirer. */
type Requested<Kind extends string> = {
  declineReason: DeclineReason | undefined
  /** The request whose result is awaited. */
  request: PendingRequest<Kind> | undefined
  /** When to inquire about it, or to void it. */
  dueAt: Instant | undefined
  dueTries: number
}

export type Share = { siteId: SiteId; merchantId: MerchantId; amount: Money }

/** `key` is a UUID; `minor` is the amount requested, in minor units of the transaction's currency. */
export type PendingRequest<Kind extends string = string> = { key: string; kind: Kind; minor: bigint }

export type Reversal = { reason: string | undefined; message: string | undefined }

/** What may be shown of a card: never more than the first six and last four digits. */
export type ShownCard = {
  brand: string
  first6: string
  last4: string
  /** MM/YYYY */
  expiry: string
  holderName: string | undefined
  fingerprint: Uint8Array
  facts?: CardFacts | undefined
  /** The number is one that a wallet has given, of the device or of the card. */
  wallet?: ShownWallet | undefined
}
export type ShownWallet = { type: WalletType; isOfDevice: boolean }

export const isPayment = (transaction: Transaction): transaction is Payment =>
  transaction.type === 'deposit' || transaction.type === 'verify-card'
