import { z } from 'zod'
import { purposes } from '#connectors/network/message.ts'
import { type StaffRoute, staffRoute, type TableListParts, tableList } from '#core/access'
import { ofPartners, partnersInScope } from '#core/partners'
import { readUuid, type TransactionId } from '#issuing/ids'
import { optional, text } from '#kernel/http/field.ts'
import { several } from '#kernel/http/filter.ts'
import { decisionFiguresRoute } from './decision-figures.ts'
import { explanationOf, explanationShape } from './explanation.ts'
import { refuse } from './refusals.ts'
import { transactionsSelected } from './select-transactions.ts'
import { declinesOf, findAnyTransaction, historyOf, transactionsById } from './store.ts'
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

type Declines = ReadonlyMap<TransactionId | null, Decider>

const rowRecord = (transaction: Transaction, declines: Declines): z.output<typeof rowShape> => {
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
export const spendingStaffRoutes = (parts: TableListParts): StaffRoute[] => [
  ...listRoutes(parts),
  decisionFiguresRoute(parts),
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
      const found = id && (await findAnyTransaction(parts.db, id))
      const only = found && partnersInScope(caller, String(found.partnerId))
      if (!found || only?.length === 0)
        throw refuse('transaction_not_found', { transactionId: params.transactionId.slice(0, 50) })
      return { ...explanationOf(found, await historyOf(parts.db, found.id)), partnerId: String(found.partnerId) }
    },
  }),
]

const listRoutes = (parts: TableListParts): StaffRoute[] =>
  tableList(parts, {
    name: 'card-transactions',
    operations: { list: 'listCardTransactions', export: 'exportCardTransactions' },
    group: about.group,
    permission: about.permission,
    summary: 'Card transactions, declined ones too, newest first',
    table: 'spending.transactions',
    idType: 'uuid',
    filters: {
      ...ofPartners.filters,
      customerId: optional(text({ max: 50, what: 'the id of a customer' })),
      cardId: optional(text({ max: 50, what: 'the id of a card' })),
      type: several(purposes),
      status: several(transactionStates.statuses),
    },
    shape: rowShape,
    record: ({ transaction, declines }: Listed) => rowRecord(transaction, declines),
    whose: ofPartners.whose,
    selected: (query) => transactionsSelected(query),
    things: async (rows) => {
      const found = await transactionsById(
        parts.db,
        rows.map(({ id }) => id),
      )
      const declined = found.filter(({ status }) => status === 'declined').map(({ id }) => id)
      const declines = await declinesOf(parts.db, declined)
      return found.map((transaction) => ({ transaction, declines }))
    },
  })
type Listed = { transaction: Transaction; declines: Declines }
