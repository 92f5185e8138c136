import { z } from 'zod'
import { purposes } from '#connectors/network/message.ts'
import { type StaffRoute, staffList, staffRoute } from '#core/access'
import { partnersInScope } from '#core/partners'
import { type CardId, readHolderId, readUuid, type TransactionId } from '#issuing/ids'
import type { Reader } from '#kernel/db/db.ts'
import { date, oneOf, optional, text } from '#kernel/http/field.ts'
import { pageQuery } from '#kernel/http/json-shape.ts'
import { explanationOf, explanationShape } from './explanation.ts'
import { refuse } from './refusals.ts'
import { declinesOf, findAnyTransaction, historyOf, transactionsOf } from './store.ts'
import type { Transaction } from './transaction.ts'
import { transactionStates } from './transaction-states.ts'
import { type Decider, deciders } from './verdict.ts'
import { transactionRecord, transactionShape } from './wire.ts'

const about = { group: 'Card transactions', method: 'GET', caller: 'staff', permission: 'transactions:read' } as const

const rowShape = transactionShape.extend({
  partnerId: z.string(),
  customerId: z.string(),
  declineReason: z
    .enum(deciders)
    .optional()
    .meta({ description: 'The rule that has declined it, or `partner`. Absent when its customer has declined it.' }),
})

const rowRecord = (
  transaction: Transaction,
  declines: ReadonlyMap<TransactionId | null, Decider>,
): z.output<typeof rowShape> => {
  const declineReason = declines.get(transaction.id)
  return {
    ...transactionRecord(transaction),
    partnerId: String(transaction.partnerId),
    customerId: transaction.holderId,
    ...(declineReason && transaction.status === 'declined' && { declineReason }),
  }
}

const detailShape = explanationShape.extend({ partnerId: z.string() })

/** What customers of partners do with their cards, and why each payment was decided as it was: for the staff. */
export const spendingStaffRoutes = ({ db }: { db: Reader }): StaffRoute[] => [
  listRoute(db),
  staffRoute({
    ...about,
    path: '/card-transactions/:transactionId',
    operationId: 'getCardTransaction',
    summary: 'One card transaction, and why it was decided as it was',
    about: 'Every message, who has decided it, and what every rule has compared, with limits and balances.',
    params: z.object({ transactionId: z.string() }),
    reply: detailShape,
    run: async ({ caller, params }) => {
      const id = readUuid<TransactionId>(params.transactionId)
      const found = id && (await findAnyTransaction(db, id))
      const only = found && partnersInScope(caller, String(found.partnerId))
      if (!found || only?.length === 0)
        throw refuse('transaction_not_found', { transactionId: params.transactionId.slice(0, 50) })
      return { ...explanationOf(found, await historyOf(db, found.id)), partnerId: String(found.partnerId) }
    },
  }),
]

const listRoute = (db: Reader) =>
  staffList({
    ...about,
    path: '/card-transactions',
    operationId: 'listCardTransactions',
    summary: 'Card transactions, declined ones too, newest first',
    about: 'Days are those of UTC, both included.',
    query: z.object({
      ...pageQuery,
      partnerId: optional(text({ max: 10, what: 'the id of a partner' })),
      customerId: optional(text({ max: 50, what: 'the id of a customer' })),
      cardId: optional(text({ max: 50, what: 'the id of a card' })),
      type: optional(oneOf(purposes)),
      status: optional(oneOf(transactionStates.statuses)),
      from: optional(date()).meta({ description: 'The first day.' }),
      to: optional(date()).meta({ description: 'The last day.' }),
    }),
    reply: rowShape,
    run: async ({ caller, query: { partnerId, page = 1, size = 20, type, status, ...query } }) => {
      const holderId = readHolderId(query.customerId)
      const cardId = query.cardId === undefined ? undefined : readUuid<CardId>(query.cardId)
      // What is no id is the id of nothing, which has no transactions.
      const isOfNone = (query.customerId !== undefined && !holderId) || (query.cardId !== undefined && !cardId)
      const only = isOfNone ? [] : partnersInScope(caller, partnerId)
      const from = query.from?.toZonedDateTime('UTC').toInstant()
      const until = query.to?.add({ days: 1 }).toZonedDateTime('UTC').toInstant()
      const filters = { page, size, cardId, type, status, from, until }
      const { data, total } = await transactionsOf(db, { holderId, only }, filters)
      const declined = data.filter((one) => one.status === 'declined').map(({ id }) => id)
      const declines = await declinesOf(db, declined)
      return { data: data.map((transaction) => rowRecord(transaction, declines)), page, size, total }
    },
  })
