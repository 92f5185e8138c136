import { disputeEventsOf } from '#acquiring/disputes'
import { listNotifications } from '#acquiring/notifications'
import { findOrderById } from '#acquiring/orders'
import {
  alikePayments,
  fallbacksOf,
  feeBackOf,
  followersOf,
  historyOf,
  isCancelledBy,
  isPayment,
  type PaymentsContext,
  possibleActions,
  type Transaction,
} from '#acquiring/payments'
import { explainPrice } from '#acquiring/pricing'
import { acquirerSettlementsOf, type ReportedContext, settledRecord } from '#acquiring/reconciliation'
import { findShopper } from '#acquiring/shoppers'
import { doneBy } from '#core/access'
import { entriesAbout } from '#core/ledger'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { momentText } from '#kernel/http/json-shape.ts'
import { payoutOfTransaction } from './payout-of-transaction.ts'
import { actionRecord, customerOf, lineRecord, paymentRecord, pendingRecord, type WholePayment } from './staff-wire.ts'

/**
 * Everything that is known of a transaction, and what can be done with it now. Addresses of people who acted, and what the
 * acquirer keeps, are for the operator alone.
 */
export async function showPayment(
  ctx: PaymentsContext & ReportedContext,
  transaction: Transaction,
  who: { isOperator: boolean },
): Promise<WholePayment> {
  const { db, clock } = ctx
  const { id, siteId, orderId, shopperId } = transaction
  const [order, shopper, history, fallbacks, followers, disputes, notifications, audit, price, payout, settled, alike] =
    await Promise.all([
      findOrderById(db, orderId),
      findShopper(db, shopperId),
      historyOf(db, id),
      fallbacksOf(db, id),
      followersOf(db, id),
      disputeEventsOf(db, transaction.key),
      listNotifications(ctx, { siteIds: [siteId], orderId, paymentId: id }),
      doneBy(db, { kind: 'payment', id: String(id) }, who),
      isPayment(transaction) && transaction.price ? explainPrice(db, transaction.price) : undefined,
      payoutOfTransaction(ctx, transaction),
      who.isOperator ? acquirerSettlementsOf(db, [id]) : undefined,
      isPayment(transaction) ? alikePayments(db, transaction) : [],
    ])
  const pending = pendingRecord(ctx, transaction, history.at(-1)?.at)
  const entries = await entriesAbout(
    db,
    [id, ...followers.map((one) => one.id)].map((one) => `payment ${one}`),
  )
  return {
    ...paymentRecord(transaction),
    ...ownFacts(transaction),
    ...(pending && { pending }),
    ...(price && { price }),
    ...(payout && { payout }),
    ...(payout?.id !== undefined && { merchantPayoutId: payout.id }),
    ...(order && { storeOrderId: order.externalId }),
    ...customerOf(shopper),
    alike: alike.map(paymentRecord),
    timeline: history.map(({ at, action, to }) => ({ at: momentText(at), action, status: to })),
    ...(settled && { acquirerSettlements: (settled.get(id) ?? []).map(settledRecord) }),
    fallbacks: fallbacks.map(fallbackRecord),
    followers: followers.map(paymentRecord),
    disputes: disputes.map(({ at, dispute, kind, amount, reason, doneAt }) => ({
      at: momentText(at),
      dispute,
      kind,
      amount: formatMoney(amount),
      currency: amount.currency,
      reason,
      booked: doneAt !== undefined,
    })),
    entries: entries.map(entryRecord),
    notifications: notifications.map(({ id, createdAt, status, attempts, url }) => ({
      id: String(id),
      at: momentText(createdAt),
      status,
      attempts,
      url,
    })),
    audit,
    actions: possibleActions(transaction, clock.now()).map((one) => {
      if (one.action !== 'refund' || !one.most || !isPayment(transaction)) return actionRecord(one)
      const cancels = isCancelledBy(transaction, one.most)
      const feeBack = cancels ? transaction.fee : feeBackWith(one.most, transaction, followers)
      return { ...actionRecord(one), cancels, ...(feeBack && { feeBack: formatMoney(feeBack) }) }
    }),
  }
}

/** What a refund of this amount would return of the fee; unknown while another refund may end before it. */
function feeBackWith(amount: Money, transaction: Transaction, followers: readonly Transaction[]): Money | undefined {
  if (!isPayment(transaction) || transaction.status === 'captureFailed') return undefined
  const refunds = followers.filter((one) => one.type === 'refund')
  if (refunds.some(({ status }) => status === 'refunding')) return undefined
  const earlier = refunds.filter(({ status }) => status === 'refunded')
  return feeBackOf(amount, transaction.feeBasisPoints, earlier)
}

function ownFacts(transaction: Transaction) {
  const { card, cardId, ip } = transaction
  const payment = isPayment(transaction) ? transaction : undefined
  return {
    key: transaction.key,
    connector: transaction.connector,
    description: transaction.description,
    source: transaction.source,
    initiator: transaction.initiator,
    cardExpiry: card.expiry,
    ...(ip !== undefined && { ip }),
    ...(card.holderName !== undefined && { cardHolder: card.holderName }),
    ...(cardId !== undefined && { cardId: String(cardId) }),
    ...(payment?.networkTransactionId !== undefined && { networkTransactionId: payment.networkTransactionId }),
    ...(payment?.checks && { checks: { ...payment.checks } }),
    ...(payment?.threeDSecure !== undefined && { threeDSecure: payment.threeDSecure }),
  }
}

const entryRecord = ({
  id,
  recipe,
  reference,
  postedAt,
  lines,
}: Awaited<ReturnType<typeof entriesAbout>>[number]): WholePayment['entries'][number] => ({
  id: String(id),
  at: momentText(postedAt),
  recipe,
  reference,
  lines: lines.map(lineRecord),
})

const fallbackRecord = ({
  at,
  connector,
  key,
  reference,
  reason,
  next,
}: Awaited<ReturnType<typeof fallbacksOf>>[number]) => ({
  at: momentText(at),
  connector,
  key,
  ...(reference !== undefined && { reference }),
  reason,
  next,
})
