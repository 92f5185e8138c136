import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { type StaffRoute, type TableListParts, tableList } from '#core/access'
import { ofPartners } from '#core/partners'
import { readHolderId } from '#issuing/ids'
import { formatMoney, money } from '#kernel/base/money.ts'
import { optional, text } from '#kernel/http/field.ts'
import { chosen, several } from '#kernel/http/filter.ts'
import { momentShape, momentText, uuidShape } from '#kernel/http/json-shape.ts'
import type { Challenge } from './challenge.ts'
import { challengeStates } from './challenge-states.ts'
import { challengesById } from './store.ts'

const challengeShape = z.strictObject({
  id: uuidShape,
  partnerId: z.string(),
  customerId: z.string(),
  cardId: uuidShape,
  transactionId: uuidShape.meta({ description: 'The card transaction that waits for it.' }),
  status: z.enum(challengeStates.statuses),
  category: z.enum(['payment', 'other']),
  amount: z.string(),
  currency: z.string(),
  merchantName: z.string(),
  createdAt: momentShape,
  expiresAt: momentShape.meta({ description: 'Until then the customer may answer.' }),
})

const challengeRecord = (challenge: Challenge): z.output<typeof challengeShape> => ({
  id: challenge.id,
  partnerId: String(challenge.partnerId),
  customerId: challenge.holderId,
  cardId: challenge.cardId,
  transactionId: challenge.transactionId,
  status: challenge.status,
  category: challenge.category,
  amount: formatMoney(money(challenge.minor, challenge.currency)),
  currency: challenge.currency,
  merchantName: challenge.merchantName,
  createdAt: momentText(challenge.createdAt),
  expiresAt: momentText(challenge.expiresAt),
})

/** What customers of partners are asked to confirm: for the staff. */
export const threeDsStaffRoutes = (parts: TableListParts): StaffRoute[] =>
  tableList(parts, {
    name: 'challenges',
    operations: { list: 'listChallenges', export: 'exportChallenges' },
    group: 'Card transactions',
    permission: 'challenges:read',
    summary: '3-D Secure challenges of customers, newest first',
    table: 'threeds.authentications',
    filters: {
      ...ofPartners.filters,
      customerId: optional(text({ max: 50, what: 'the id of a customer' })),
      status: several(challengeStates.statuses),
    },
    shape: challengeShape,
    record: challengeRecord,
    whose: ofPartners.whose,
    selected: ({ customerId, status }) => {
      // What is no id of a customer is the id of none, who has no challenges.
      const holderId = readHolderId(customerId)
      const statuses = status ? chosen(challengeStates.statuses, status) : challengeStates.statuses
      return {
        conditions: [
          ...(customerId === undefined ? [] : [sql<SqlBool>`entry.holder_id = ${holderId ?? null}`]),
          sql<SqlBool>`(select asked.status from threeds.challenges as asked where asked.id = entry.acs_trans_id)
            = any(${statuses}::text[])`,
        ],
      }
    },
    things: (rows) =>
      challengesById(
        parts.db,
        rows.map(({ acs_trans_id: id }) => id),
      ),
  })
