import { z } from 'zod'
import { decisionFallbacks, type Partners } from '#core/partners'
import { type IssuingRoute, issuingRoute, momentShape, momentText } from '#issuing/api'
import { readUuid, type TransactionId } from '#issuing/ids'
import type { Clock } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { findPause, isPaused } from './asking/pauses.ts'
import { explanationOf, explanationShape } from './explanation.ts'
import { refuse } from './refusals.ts'
import { findAnyTransaction, historyOf } from './store.ts'

type Context = { db: Reader; clock: Clock; partners: Pick<Partners, 'find'> }
const asPartner = { group: 'Transactions', method: 'GET', caller: 'partner', permission: 'transactions:read' } as const

/** What the servers of partners see of decisions; their customers do not. */
export const spendingPartnerRoutes = ({ db, clock, partners }: Context): IssuingRoute[] => [
  issuingRoute({
    ...asPartner,
    path: '/transactions/:transactionId/explanation',
    operationId: 'explainTransaction',
    summary: 'Why a transaction was decided as it was',
    about:
      'Every message, who has decided it, and what every rule has compared. It has numbers of limits and balances: it is not for the app of the customer.',
    params: z.object({ transactionId: z.string() }),
    reply: explanationShape,
    run: async ({ caller: { partnerId }, params }) => {
      const id = readUuid<TransactionId>(params.transactionId)
      const found = id && (await findAnyTransaction(db, id))
      if (found?.partnerId !== partnerId)
        throw refuse('transaction_not_found', { transactionId: params.transactionId.slice(0, 50) })
      return explanationOf(found, await historyOf(db, found.id))
    },
  }),
  issuingRoute({
    ...asPartner,
    path: '/decision-settings',
    operationId: 'getDecisionSettings',
    summary: 'How your server is asked about payments',
    about: 'They are changed by your staff or by the operator.',
    reply: z.strictObject({
      url: z.string().optional().meta({ description: 'Absent: your server is not asked.' }),
      deadlineMs: z.int().meta({ description: 'How long it has to answer.' }),
      fallback: z.enum(decisionFallbacks).meta({ description: 'What is decided when it does not.' }),
      pausedUntil: momentShape
        .optional()
        .meta({ description: 'It has not answered lately, and is not asked until then.' }),
    }),
    run: async ({ caller: { partnerId } }) => {
      const partner = await partners.find(partnerId)
      if (!partner) throw new Error(`there is no partner ${partnerId}`)
      const { decisionUrl, decisionDeadlineMs: deadlineMs, decisionFallback: fallback } = partner
      const pause = await findPause(db, partnerId)
      return {
        ...(decisionUrl !== undefined && { url: decisionUrl }),
        deadlineMs,
        fallback,
        ...(isPaused(pause, clock.now()) && { pausedUntil: momentText(pause.pausedUntil!) }),
      }
    },
  }),
]
