import type { OrderId, PaymentId, ShopperId, StoredCardId } from '#acquiring/ids'
import type { CardChecks, Challenge, DeclineReason } from '#connectors/acquirer/acquirer.ts'
import type { MerchantId, SiteId } from '#core/directory'
import type { VaultToken } from '#core/vault'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, money, zero } from '#kernel/base/money.ts'
import type { AnyMachine } from '#kernel/base/state-machine.ts'
import { disputeStates, representmentStates } from './dispute-states.ts'
import { type PaymentAction, type PaymentStatus, paymentStates, refundStates } from './payment-states.ts'
import { payoutStates } from './payout-states.ts'

/** One attempt to move money on a card, from the first ask to its last refund; one refund of it; or a payout to a card. */
export type Payment = {
  id: PaymentId
  /** Of the authorization, the refund or the payout: made and written down before it is asked. A UUID. */
  key: string
  type: 'deposit' | 'verify-card' | 'refund' | 'chargeback' | 'representment' | 'credit'
  source: 'service-call' | 're-bill' | 're-bill-micro' | 'card-change'
  status: PaymentStatus
  version: number
  merchantId: MerchantId
  siteId: SiteId
  shopperId: ShopperId
  orderId: OrderId
  /** Of a billing: which period of the order it is for. Undefined for what the shopper pays themself. */
  period: number | undefined
  /** Of a refund, a charge-back or a representment: the payment it is about. What has one is no attempt to pay. */
  parentId: PaymentId | undefined
  capturesAtOnce: boolean
  amount: Money
  captured: Money
  /** Given back, or promised to be: a refund that is under way counts already. */
  refunded: Money
  /** Taken back by the cardholder's bank, in disputes that are open or lost. It can be more than was left. */
  chargedBack: Money
  /** Ours, of what was captured; of a refund, what of it went back. */
  fee: Money
  /** The percentage of the fee as it was when the money was taken, in hundredths of a percent. */
  feeBasisPoints: number
  description: string
  card: ShownCard
  /** The stored card that pays, or the id set aside for the one that approval will store. */
  cardId: StoredCardId | undefined
  /** The vault's name of a card number that approval will store as `cardId`. */
  storesToken: VaultToken | undefined
  /** Whether the cardholder or the merchant initiated it, as the networks say: a CIT or an MIT. */
  initiator: 'cit' | 'mit'
  ip: string | undefined
  reference: string | undefined
  networkTransactionId: string | undefined
  authorizationCode: string | undefined
  checks: CardChecks | undefined
  threeDSecure: string | undefined
  challenge: Challenge['redirect'] | undefined
  declineReason: DeclineReason | undefined
  /** Why it was taken back: by the merchant, on a refund and on a payment that was voided or cancelled; or by the bank. */
  reversal: Reversal | undefined
  /** The ask whose answer is awaited. */
  request: PendingRequest | undefined
  batchId: bigint | undefined
  createdAt: Instant
  approvedAt: Instant | undefined
  capturedAt: Instant | undefined
  dueAt: Instant | undefined
  dueTries: number
}

export type Reversal = { reason: string | undefined; message: string | undefined }

export type PendingRequest = {
  key: string
  kind: 'authorize' | 'completeChallenge' | 'capture' | 'reverse' | 'refund' | 'credit'
  minor: bigint
}

/** What may be shown of a card: never more than the first six and last four digits. */
export type ShownCard = {
  brand: string
  first6: string
  last4: string
  /** MM/YYYY */
  expiry: string
  holderName: string | undefined
  fingerprint: Uint8Array
}

/** Which table of moves a transaction goes by. */
export const machineOf: Readonly<Record<Payment['type'], AnyMachine>> = {
  deposit: paymentStates,
  'verify-card': paymentStates,
  refund: refundStates,
  chargeback: disputeStates,
  representment: representmentStates,
  credit: payoutStates,
}

export const nextStatus = ({ type, status }: Payment, action: PaymentAction): PaymentStatus | undefined =>
  machineOf[type].next(status, action) as PaymentStatus | undefined

/** What becomes of a payment when money is taken: how much, when, and our fee by the site's prices of this moment. */
export const captureChanges = (
  now: Instant,
  captured: Money,
  pricing: { basisPoints: number; fixedMinor: bigint },
) => ({
  captured,
  capturedAt: now,
  fee: feeOf(captured, pricing),
  feeBasisPoints: pricing.basisPoints,
})

/**
 * Our fee for a captured amount: a percentage, rounded down in the merchant's favour, plus a fixed part in minor units
 * of the same currency.
 */
const feeOf = (amount: Money, { basisPoints, fixedMinor }: { basisPoints: number; fixedMinor: bigint }): Money =>
  money(percentage(amount.minor, basisPoints) + fixedMinor, amount.currency)

/**
 * What of the fee goes back with a refund: the percentage that was charged on what is given back, and nothing of the
 * fixed part. It is counted over all refunds of the payment, so that many small ones give back as much as a single one.
 */
export function feeBackOf(
  amount: Money,
  basisPoints: number,
  earlier: readonly Pick<Payment, 'captured' | 'fee'>[],
): Money {
  const refundedSoFar = earlier.reduce((sum, { captured }) => sum + captured.minor, amount.minor)
  const feesBack = earlier.reduce((sum, { fee }) => sum + fee.minor, 0n)
  return money(percentage(refundedSoFar, basisPoints) - feesBack, amount.currency)
}

const percentage = (minor: bigint, basisPoints: number): bigint => (minor * BigInt(basisPoints)) / 10_000n

/** When an authorization that nobody captures is let go of (product decision: after 7 days). */
export const lapsesAt = (approvedAt: Instant): Instant => approvedAt.add({ hours: 7 * 24 })

/** What can still be given back: what a refund or the cardholder's bank has taken back already cannot. */
export function refundable({ status, captured, refunded, chargedBack }: Payment): Money {
  const left = captured.minor - refunded.minor - chargedBack.minor
  return money(left > 0n && holdsMoney.has(status) ? left : 0n, captured.currency)
}
const holdsMoney: ReadonlySet<PaymentStatus> = new Set(['captured', 'disputed', 'chargedBack'])

/** What a transaction begins with: nothing has been answered, and no money has moved. */
export const untouched = (amount: Money) => ({
  parentId: undefined,
  amount,
  captured: zero(amount.currency),
  refunded: zero(amount.currency),
  chargedBack: zero(amount.currency),
  fee: zero(amount.currency),
  feeBasisPoints: 0,
  reference: undefined,
  networkTransactionId: undefined,
  authorizationCode: undefined,
  checks: undefined,
  threeDSecure: undefined,
  challenge: undefined,
  declineReason: undefined,
  reversal: undefined,
  batchId: undefined,
  approvedAt: undefined,
  capturedAt: undefined,
  dueTries: 0,
})

/** A transaction about a payment, before anything is known of it: of the same card, order and shopper. */
export const following = (parent: Payment): Payment => ({
  ...parent,
  parentId: parent.id,
  captured: zero(parent.amount.currency),
  refunded: zero(parent.amount.currency),
  chargedBack: zero(parent.amount.currency),
  fee: zero(parent.amount.currency),
  reference: undefined,
  authorizationCode: undefined,
  reversal: undefined,
  request: undefined,
  batchId: undefined,
  approvedAt: undefined,
  capturedAt: undefined,
  dueAt: undefined,
  dueTries: 0,
  version: 1,
})

/** A merchant's name as it stands on the statements of cardholders, which have room for so much. */
export const descriptorOf = (merchantName: string): string => merchantName.slice(0, 22)
