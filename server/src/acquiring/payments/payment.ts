import { charged } from '#acquiring/pricing'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, money, zero } from '#kernel/base/money.ts'
import type { PaymentsContext } from './context.ts'
import { earnedPending } from './pending.ts'
import { capturedShares } from './shares.ts'
import type { Payment, PendingRequest, Refund, Share } from './transaction.ts'

/** The changes of a captured payment: amount, moment, our fee by the prices of this moment, and the part that waits. */
export const captureChanges = async (
  { pricing, earningsWait }: Pick<PaymentsContext, 'pricing' | 'earningsWait'>,
  now: Instant,
  payment: Payment,
  captured: Money,
) => {
  const { merchantId, siteId, card } = payment
  const [priced, waits] = await Promise.all([
    pricing.priceOf({ merchantId, siteId, card, currency: captured.currency }, now),
    earningsWait(),
  ])
  const price = charged(captured, priced)
  const shares = capturedShares(payment, captured)
  return {
    captured,
    capturedAt: now,
    ...price,
    ...(waits && { pending: earnedPending({ captured, ...price, shares }) }),
  }
}

/**
 * The part of the fee that is returned with a refund: the percentage that was charged on the refunded amount, and nothing
 * of the fixed part. It is counted over all refunds of the payment, so that many small ones return as much as one.
 */
export function feeBackOf(
  amount: Money,
  basisPoints: number,
  earlier: readonly Pick<Refund, 'captured' | 'fee'>[],
): Money {
  const refundedSoFar = earlier.reduce((sum, { captured }) => sum + captured.minor, amount.minor)
  const feesBack = earlier.reduce((sum, { fee }) => sum + fee.minor, 0n)
  const back = percentage(refundedSoFar, basisPoints) - feesBack
  // A refund that came back took its own rounding along, which the others may have had the better of.
  return money(back > 0n ? back : 0n, amount.currency)
}

const percentage = (minor: bigint, basisPoints: number): bigint => (minor * BigInt(basisPoints)) / 10_000n

/** When an authorization that is not captured is voided (product decision: after 7 days, unless the site says otherwise). */
export async function lapsesAt(
  { directory }: Pick<PaymentsContext, 'directory'>,
  { siteId }: Pick<Payment, 'siteId'>,
  approvedAt: Instant,
): Promise<Instant> {
  const site = await directory.site(siteId)
  return approvedAt.add({ hours: site!.authorizationDays * 24 })
}

/** What can still be refunded: captured, and neither refunded nor charged back. */
export function refundable({ status, captured, refunded, chargedBack }: Payment): Money {
  const left = captured.minor - refunded.minor - chargedBack.minor
  return money(left > 0n && holdsMoney.has(status) ? left : 0n, captured.currency)
}
const holdsMoney: ReadonlySet<Payment['status']> = new Set(['captured', 'disputed', 'chargedBack'])

/** How a transaction begins: no money has moved, nothing was settled, and the acquirer has not answered. */
export const untouched = (amount: Money) => ({
  amount,
  captured: zero(amount.currency),
  fee: zero(amount.currency),
  shares: [] as readonly Share[],
  pending: undefined,
  reference: undefined,
  batchId: undefined,
  capturedAt: undefined,
  declineReason: undefined,
  dueTries: 0,
})

/** What a refund, a chargeback and a representment have in common with their payment: card, order and shopper. */
export const inheritedFrom = ({ id, ...payment }: Payment) => ({
  parentId: id,
  connector: payment.connector,
  source: payment.source,
  merchantId: payment.merchantId,
  siteId: payment.siteId,
  shopperId: payment.shopperId,
  orderId: payment.orderId,
  period: payment.period,
  description: payment.description,
  card: payment.card,
  cardId: payment.cardId,
  initiator: payment.initiator,
  ip: payment.ip,
})

/** A request about to be sent, and when to inquire about it if this process does not live to see the result. */
export const awaiting = <Kind extends string>(now: Instant, request: PendingRequest<Kind>) => ({
  request,
  dueAt: now.add(resolveAfter),
  dueTries: 0,
})

/** No result is awaited, and nothing is due. */
export const noPendingRequest = { request: undefined, dueAt: undefined, dueTries: 0 }

/** How long after a request the resolver inquires about it. */
export const resolveAfter = { seconds: 60 }

/** A merchant's name as the statements of cardholders show it, which have room for so much. */
export const descriptorOf = (merchantName: string): string => merchantName.slice(0, 22)
