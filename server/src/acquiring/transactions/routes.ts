import { z } from 'zod'
import {
  type ApiCaller,
  type ApiResult,
  type ApiRoute,
  amountShape,
  apiList,
  apiRoute,
  idShape,
  refusedByProvider,
} from '#acquiring/api'
import type { Bins } from '#acquiring/bins'
import type { OrderId, PaymentId, ShopperId, StoredCardId } from '#acquiring/ids'
import {
  capturePayment,
  descriptorOf,
  followerIdsOf,
  historyOf,
  isReversalDeclined,
  listTransactions,
  type PaymentsContext,
  publicStatus,
  type RowCountIndexOf,
  requireTransaction,
  reversePayment,
  type Transaction,
} from '#acquiring/payments'
import { cardsOnFile, shoppersById } from '#acquiring/shoppers'
import { formatMoney } from '#kernel/base/money.ts'
import { type ApiMoment, amount, amountIn, id, oneOf, optional, text } from '#kernel/http/field.ts'
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
  bins: Pick<Bins, 'find'>
  /** What the records of transactions say of their orders, which this module does not know itself. */
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
      const { transactions, pagination } = await listTransactions(parts, { siteId, filter, page: query })
      const around = await aroundOf(parts, transactions)
      return { data: transactions.map((one) => summaryRecord(one, around(one))), pagination }
    },
  })

/** Everything that a page of records needs from other modules, each kind read once. */
async function aroundOf(
  parts: TransactionParts,
  transactions: readonly Transaction[],
): Promise<(of: Transaction) => Around> {
  const [first] = transactions
  const ids = <Id>(idOf: (transaction: Transaction) => Id | undefined): Id[] => [
    ...new Set(transactions.map(idOf).filter((id) => id !== undefined)),
  ]
  const [shoppers, orders, cards, followers, site] = await Promise.all([
    shoppersById(
      parts.db,
      ids<ShopperId>(({ shopperId }) => shopperId),
    ),
    parts.orderFacts(ids<OrderId>(({ orderId }) => orderId)),
    cardsOnFile(
      parts.db,
      ids<StoredCardId>(({ cardId }) => cardId),
    ),
    followerIdsOf(
      parts.db,
      transactions.map(({ id }) => id),
    ),
    first && parts.directory.site(first.siteId),
  ])
  const cardsById = new Map(cards.map((card) => [card.id, card]))
  const descriptor = descriptorOf(site?.merchantName ?? '')
  return ({ id, parentId, shopperId, orderId, cardId }) => ({
    relatedIds: [...(parentId ? [parentId] : []), ...(followers.get(id) ?? [])],
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
      const one = await transactionOf(parts, caller, params.id)
      const [around, transitions] = await Promise.all([aroundOf(parts, [one]), historyOf(parts.db, one.id)])
      const about = around(one)
      const bin = about.card && (await parts.bins.find(about.card.first6))
      return { data: transactionRecord(one, { ...about, ...(bin && { bin }), transitions }) }
    },
  })

const transactionOf = ({ db }: TransactionParts, { siteId }: ApiCaller, id: PaymentId): Promise<Transaction> =>
  requireTransaction(db, siteId, id)

const changedShape = z.strictObject({
  transactionId: idShape,
  orderId: idShape,
  transactionStatus: z.string(),
  amount: amountShape,
  refundedAmount: amountShape.optional(),
})
type ChangeReply = ApiResult<{
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
    about: 'Once, all of it or part; the rest is released.',
    params,
    body: z.object({ amount: optional(amount('what to capture; all of it when left out,')) }),
    data: changedShape,
    also: [402],
    run: async ({ caller, params, body, once }) => {
      const { amount: authorized } = await transactionOf(parts, caller, params.id)
      const wanted = body.amount && amountIn(body.amount, authorized.currency)
      const { by, siteId } = caller
      const input = { by, siteId, paymentId: params.id, amount: wanted, alongside: once }
      return captureReply(await capturePayment(parts, input))
    },
    recover: async (caller, subjectId) => captureReply(await transactionOf(parts, caller, subjectId as PaymentId)),
  })

function captureReply(transaction: Transaction): ChangeReply {
  return transaction.status === 'authorized' ? refusedByBank(transaction) : { data: changedData(transaction) }
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
      'What is only authorized is voided; what is captured and not yet settled is cancelled when all of it goes back; everything else is refunded, by a transaction of its own whose id is given. While the acquirer has not confirmed it, `transactionStatus` says so, and the reply is the same: it is recorded and will be done.',
    params,
    body: z.object({
      amount: optional(amount('what to refund; all that is left when left out,')),
      reason: optional(oneOf(reversalReasons)),
      message: optional(text({ max: 1_000, what: 'why, for people', lines: true, prose: true })),
    }),
    data: changedShape,
    also: [402],
    run: async ({ caller, params, body, once }) => {
      const { amount: paid } = await transactionOf(parts, caller, params.id)
      const { reason, message } = body
      const reversed = await reversePayment(parts, {
        by: { ...caller.by, reason },
        siteId: caller.siteId,
        paymentId: params.id,
        amount: body.amount && amountIn(body.amount, paid.currency),
        why: reason || message ? { reason, message } : undefined,
        alongside: once,
      })
      return reversalReply(reversed)
    },
    recover: async (caller, subjectId) => reversalReply(await transactionOf(parts, caller, subjectId as PaymentId)),
  })

/**
 * The transaction is the refund, or the payment itself when it was voided or cancelled. One that is recorded and still
 * under way is a success: shops take any other reply for a failure and ask again (wire fact 10.7).
 */
function reversalReply(transaction: Transaction): ChangeReply {
  const { amount, captured } = transaction
  const refundedAmount = formatMoney(captured.minor > 0n ? captured : amount)
  const data = { ...changedData(transaction), refundedAmount }
  return isReversalDeclined(transaction) ? refusedByBank(transaction) : { data }
}

const changedData = (transaction: Transaction) => ({
  transactionId: transaction.id,
  orderId: transaction.orderId,
  transactionStatus: publicStatus[transaction.status],
  amount: formatMoney(transaction.captured.minor > 0n ? transaction.captured : transaction.amount),
})

/** The acquirer declined; nothing has changed. */
const refusedByBank = (transaction: Transaction): ChangeReply => ({
  data: changedData(transaction),
  ...refusedByProvider,
})
