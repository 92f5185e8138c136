import { z } from 'zod'
import { purposes } from '#connectors/network/message.ts'
import { type IssuingRoute, issuingList, issuingRoute, pageQuery } from '#issuing/api'
import { type CardId, readUuid } from '#issuing/ids'
import type { Reader } from '#kernel/db/db.ts'
import { date, oneOf, optional, text } from '#kernel/http/field.ts'
import { getTransaction } from './get-transaction.ts'
import { historyOf, transactionsOf } from './store.ts'
import { transactionStates } from './transaction-states.ts'
import { detailedRecord, detailedShape, transactionRecord, transactionShape } from './wire.ts'

const group = 'Transactions'

/** What holders see of what they have spent. */
export const spendingRoutes = ({ db }: { db: Reader }): IssuingRoute[] => [
  issuingList({
    method: 'GET',
    path: '/transactions',
    operationId: 'listTransactions',
    group,
    summary: 'List transactions',
    about:
      'Newest first: payments and withdrawals, declined ones too, and refunds. Days are those of UTC, both included.',
    caller: 'holder',
    permission: 'transactions:read',
    query: z.object({
      ...pageQuery,
      cardId: optional(text({ max: 100, what: 'the id of a card' })).meta({
        description: 'Of one card; what is none of the customer has no transactions.',
      }),
      type: optional(oneOf(purposes)),
      status: optional(oneOf(transactionStates.statuses)),
      startDate: optional(date()),
      endDate: optional(date()),
    }),
    reply: transactionShape,
    run: async ({ caller: { holderId }, query }) => {
      const { page = 1, size = 20, cardId, type, status, startDate, endDate } = query
      const card = cardId === undefined ? undefined : readUuid<CardId>(cardId)
      if (cardId !== undefined && card === undefined) return { data: [], page, size, total: 0 }
      const from = startDate?.toZonedDateTime('UTC').toInstant()
      const until = endDate?.add({ days: 1 }).toZonedDateTime('UTC').toInstant()
      const { data, total } = await transactionsOf(db, holderId, {
        page,
        size,
        cardId: card,
        type,
        status,
        from,
        until,
      })
      return { data: data.map(transactionRecord), page, size, total }
    },
  }),
  issuingRoute({
    method: 'GET',
    path: '/transactions/:transactionId',
    operationId: 'getTransactionById',
    group,
    summary: 'One transaction',
    about: 'With what every rule has said of it, and what the network has said since.',
    caller: 'holder',
    permission: 'transactions:read',
    params: z.object({ transactionId: z.string() }),
    reply: detailedShape,
    run: async ({ caller: { holderId }, params }) => {
      const found = await getTransaction(db, holderId, params.transactionId)
      return detailedRecord(found, await historyOf(db, found.id))
    },
  }),
]
