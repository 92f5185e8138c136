import { z } from 'zod'
import { type ApiCaller, type ApiResult, type ApiRoute, amountShape, apiList, apiRoute, idShape } from '#acquiring/api'
import type { OrderId, PaymentId, ShopperId, StoredCardId } from '#acquiring/ids'
import { cardsOnFile, shoppersById } from '#acquiring/shoppers'
import { formatMoney } from '#kernel/base/money.ts'
import { type ApiMoment, amount, amountIn, id, oneOf, optional, text } from '#kernel/http/field.ts'
import { capturePayment } from './capture-payment.ts'
import type { PaymentsContext } from './context.ts'
import { listPayments, type RowCountIndexOf } from './list-payments.ts'
import { descriptorOf, type Payment } from './payment.ts'
import { publicStatus } from './payment-states.ts'
import { refuse } from './refusals.ts'
import { reversePayment } from './reverse-payment.ts'
import { findPayment, followersOf, transitionsOf } from './store.ts'
import { filterOf, transactionQuery } from './transaction-query.ts'
import {
  type Around,
  type OrderFacts,
  summaryRecord,
  transactionRecord,
  transactionShape,
  transactionSummaryShape,
} from './wire.ts'

export type TransactionParts = PaymentsContext & {
  rowCounts: RowCountIndexOf
  /** What the records of transactions say of their orders; payments do not know orders themselves. */
  orderFacts(ids: readonly OrderId[]): Promise<ReadonlyMap<OrderId, OrderFacts>>
}

const group = 'Transactions'
const params = z.object({ id: id<PaymentId>('the id of a transaction', { wrong: 824 }) })

/** The transactions of a site (wire fact 3.2). */
export const transactionRoutes = (parts: TransactionParts): ApiRoute[] => [
  listRoute(parts),
  oneRoute(parts),
  captureRoute(parts),
  reversalRoute(parts),
]

const listRoute = (parts: TransactionParts): ApiRoute =>
  apiList({
    method: 'GET',
    path: '/transaction',
    permission: 'transactions:read',
    group,
    summary: 'The transactions of the site',
    about: 'Payments, refunds and charge-backs alike; a refund and a charge-back are transactions of their own.',
    searchPath: '/transaction-search',
    query: z.object(transactionQuery),
    data: transactionSummaryShape,
    run: async ({ caller: { siteId, timeZone }, query }) => {
      const at = (when: ApiMoment | undefined, edge: 'from' | 'to') => when?.in(timeZone, edge)
      const filter = filterOf(query, { from: at(query.createdAtFrom, 'from'), to: at(query.createdAtTo, 'to') })
      const { payments, pagination } = await listPayments(parts, { siteId, filter, page: query })
      const around = await aroundOf(parts, payments)
      return { data: payments.map((payment) => summaryRecord(payment, around(payment))), pagination }
    },
  })

/** Everything that a page of records needs from elsewhere, each kind asked for once. */
async function aroundOf(parts: TransactionParts, payments: readonly Payment[]): Promise<(of: Payment) => Around> {
  const [first] = payments
  const ids = <Id>(idOf: (payment: Payment) => Id | undefined): Id[] => [
    ...new Set(payments.map(idOf).filter((id) => id !== undefined)),
  ]
  const [shoppers, orders, cards, site] = await Promise.all([
    shoppersById(
      parts.db,
      ids<ShopperId>(({ shopperId }) => shopperId),
    ),
    parts.orderFacts(ids<OrderId>(({ orderId }) => orderId)),
    cardsOnFile(
      parts.db,
      ids<StoredCardId>(({ cardId }) => cardId),
    ),
    first && parts.directory.site(first.siteId),
  ])
  const cardsById = new Map(cards.map((card) => [card.id, card]))
  const descriptor = descriptorOf(site?.merchantName ?? '')
  return ({ shopperId, orderId, cardId }) => ({
    shopper: shoppers.get(shopperId),
    order: orders.get(orderId),
    card: cardId && cardsById.get(cardId),
    descriptor,
  })
}

const oneRoute = (parts: TransactionParts): ApiRoute =>
  apiRoute({
    method: 'GET',
    path: '/transaction/:id',
    permission: 'transactions:read',
    group,
    summary: 'One transaction, with everything that is known of it',
    about: '`providerNetworkTransactionId` of the component `auth` is what later merchant-initiated payments refer to.',
    params,
    data: transactionShape,
    run: async ({ caller, params }) => {
      const payment = await paymentOf(parts, caller, params.id)
      const [around, transitions, followers] = await Promise.all([
        aroundOf(parts, [payment]),
        transitionsOf(parts.db, payment.id),
        followersOf(parts.db, payment.id),
      ])
      const relatedIds = [...(payment.parentId ? [payment.parentId] : []), ...followers.map(({ id }) => id)]
      return { data: transactionRecord(payment, { ...around(payment), transitions, relatedIds }) }
    },
  })

async function paymentOf({ db }: TransactionParts, { siteId }: ApiCaller, id: PaymentId): Promise<Payment> {
  const payment = await findPayment(db, siteId, id)
  if (!payment) throw refuse('payment_not_found')
  return payment
}

const changedShape = z.strictObject({
  transactionId: idShape,
  orderId: idShape,
  transactionStatus: z.string(),
  amount: amountShape,
  refundedAmount: amountShape.optional(),
})
type Transition = ApiResult<{
  transactionId: PaymentId
  orderId: OrderId
  transactionStatus: string
  amount: string
  refundedAmount?: string
}>

const captureRoute = (parts: TransactionParts): ApiRoute =>
  apiRoute({
    method: 'PUT',
    path: '/transaction/:id',
    permission: 'transactions:capture',
    group,
    summary: 'Capture a pre-authorized transaction',
    about: 'Once, all of it or part; the rest is let go.',
    params,
    body: z.object({ amount: optional(amount('what to capture; all of it when left out,')) }),
    data: changedShape,
    also: [202, 402],
    run: async ({ caller, params, body, once }) => {
      const { amount: authorized } = await paymentOf(parts, caller, params.id)
      const wanted = body.amount && amountIn(body.amount, authorized.currency)
      const input = { siteId: caller.siteId, paymentId: params.id, amount: wanted, alongside: once }
      return captureReply(await capturePayment(parts, input))
    },
    recover: async (caller, subjectId) => captureReply(await paymentOf(parts, caller, subjectId as PaymentId)),
  })

function captureReply(payment: Payment): Transition {
  if (payment.status === 'capturing') return { data: changedData(payment), status: 202 }
  return payment.status === 'authorized' ? refusedByBank(payment) : { data: changedData(payment) }
}

const reversalReasons = [
  'fraud-confirm',
  'highly-suspicious',
  'duplicated-transaction',
  'customer-demand',
  'test-transaction',
  'card-expired',
] as const

const reversalRoute = (parts: TransactionParts): ApiRoute =>
  apiRoute({
    method: 'DELETE',
    path: '/transaction/:id',
    permission: 'refunds:create',
    group,
    summary: 'Void, cancel or refund a transaction',
    about:
      'What is only authorized is voided; what is captured and not yet settled is cancelled when all of it goes back; everything else is refunded, by a transaction of its own whose id is given.',
    params,
    body: z.object({
      amount: optional(amount('what to give back; all that is left when left out,')),
      reason: optional(oneOf(reversalReasons)),
      message: optional(text({ max: 1_000, what: 'why, for people', lines: true })),
    }),
    data: changedShape,
    also: [202, 402],
    run: async ({ caller, params, body, once }) => {
      const { amount: paid } = await paymentOf(parts, caller, params.id)
      const { reason, message } = body
      const reversed = await reversePayment(parts, {
        siteId: caller.siteId,
        paymentId: params.id,
        amount: body.amount && amountIn(body.amount, paid.currency),
        why: reason || message ? { reason, message } : undefined,
        alongside: once,
      })
      return reversalReply(reversed)
    },
    recover: async (caller, subjectId) => reversalReply(await paymentOf(parts, caller, subjectId as PaymentId)),
  })

/** The payment that moved is the refund, or the payment itself when it was voided or cancelled. */
function reversalReply(payment: Payment): Transition {
  const refundedAmount = formatMoney(payment.captured.minor > 0n ? payment.captured : payment.amount)
  const data = { ...changedData(payment), refundedAmount }
  if (['voiding', 'cancelling', 'refunding'].includes(payment.status)) return { data, status: 202 }
  const refused =
    payment.type === 'refund' ? payment.status === 'failed' : ['authorized', 'captured'].includes(payment.status)
  return refused ? refusedByBank(payment) : { data }
}

const changedData = (payment: Payment) => ({
  transactionId: payment.id,
  orderId: payment.orderId,
  transactionStatus: publicStatus[payment.status],
  amount: formatMoney(payment.captured.minor > 0n ? payment.captured : payment.amount),
})

/** The acquirer said no; everything is as it was. */
const refusedByBank = (payment: Payment): Transition => ({
  data: changedData(payment),
  status: 402,
  errors: [
    {
      code: 837,
      message: 'The payment provider refused; nothing was changed.',
      type: 'Exception',
      reason: 'payment_rejected',
    },
  ],
})
