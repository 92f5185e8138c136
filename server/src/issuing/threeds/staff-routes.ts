import { z } from 'zod'
import { type StaffRoute, staffList } from '#core/access'
import { partnersInScope } from '#core/partners'
import { readHolderId } from '#issuing/ids'
import { formatMoney, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import { oneOf, optional, text } from '#kernel/http/field.ts'
import { momentShape, momentText, pageQuery, uuidShape } from '#kernel/http/json-shape.ts'
import type { Challenge } from './challenge.ts'
import { challengeStates } from './challenge-states.ts'
import { challengesOnPage } from './store.ts'

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
export const threeDsStaffRoutes = ({ db }: { db: Reader }): StaffRoute[] => [
  staffList({
    method: 'GET',
    group: 'Card transactions',
    caller: 'staff',
    permission: 'challenges:read',
    path: '/challenges',
    operationId: 'listChallenges',
    summary: '3-D Secure challenges of customers, newest first',
    query: z.object({
      ...pageQuery,
      partnerId: optional(text({ max: 10, what: 'the id of a partner' })),
      customerId: optional(text({ max: 50, what: 'the id of a customer' })),
      status: optional(oneOf(challengeStates.statuses)),
    }),
    reply: challengeShape,
    run: async ({ caller, query: { partnerId, customerId, status, page = 1, size = 20 } }) => {
      const holderId = readHolderId(customerId)
      // What is no id of a customer is the id of none, who has no challenges.
      const only = customerId !== undefined && !holderId ? [] : partnersInScope(caller, partnerId)
      const { data, total } = await challengesOnPage(db, { only, holderId, status, page, size })
      return { data: data.map(challengeRecord), page, size, total }
    },
  }),
]
