import { z } from 'zod'
import {
  type IssuingRoute,
  issuingList,
  issuingRoute,
  momentShape,
  momentText,
  pageQuery,
  uuidShape,
} from '#issuing/api'
import { type HolderId, readUuid } from '#issuing/ids'
import { NumberText } from '#kernel/base/json.ts'
import { formatMoney, money } from '#kernel/base/money.ts'
import { oneOf } from '#kernel/http/field.ts'
import { pageOf } from '#kernel/http/json-shape.ts'
import { answerChallenge, answers, challengeOf } from './answer-challenge.ts'
import { authenticationTypes, type Challenge, type ChallengeId } from './challenge.ts'
import { challengeStates } from './challenge-states.ts'
import type { ThreeDsContext } from './context.ts'
import { refuse } from './refusals.ts'
import { openChallengesOf } from './store.ts'

const group = 'Transactions'

const challengeShape = z.strictObject({
  transactionAuthId: uuidShape,
  transactionId: uuidShape,
  cardId: uuidShape,
  amount: z.unknown().meta({ type: 'number', examples: [42.99] }),
  currency: z.string(),
  merchant: z.string().meta({ description: 'Its name. The app shows it with the amount before it asks.' }),
  status: z.enum(challengeStates.statuses),
  requestedAt: momentShape,
  expiresAt: momentShape.meta({ description: 'No answer counts from then on.' }),
})

/** What holders are asked by 3-D Secure, and how their apps answer (card-issuing, transactions). */
export const threeDsRoutes = (ctx: ThreeDsContext): IssuingRoute[] => [
  issuingList({
    method: 'GET',
    path: '/transactions/3d-secure',
    operationId: 'listPending3dsTransactions',
    group,
    summary: 'List pending 3-D Secure challenges',
    about: 'Oldest first: those that the customer may still answer.',
    caller: 'holder',
    permission: 'transactions:read',
    query: z.object(pageQuery),
    reply: challengeShape,
    run: async ({ caller: { holderId }, query }) => {
      const open = await openChallengesOf(ctx.db, holderId, ctx.clock.now())
      return pageOf(open.map(challengeRecord), query)
    },
  }),
  issuingRoute({
    method: 'PATCH',
    path: '/transactions/3d-secure/:transactionAuthId',
    operationId: 'respondTo3dsTransaction',
    group,
    summary: 'Answer a 3-D Secure challenge',
    about:
      'After the customer has seen the amount and the merchant, and the app has recognized the customer or not. The first answer counts; another is refused with 409.',
    caller: 'holder',
    permission: 'transactions:confirm',
    repeated: 'stored',
    params: z.object({ transactionAuthId: z.string() }),
    body: z.object({ authType: oneOf(authenticationTypes), authStatus: oneOf(answers) }),
    reply: challengeShape,
    run: async ({ caller: { holderId }, params, body: { authType, authStatus }, ip, once }) => {
      const id = readUuid<ChallengeId>(params.transactionAuthId)
      if (!id) throw refuse('challenge_not_found', { transactionAuthId: params.transactionAuthId.slice(0, 50) })
      return challengeRecord(await answerChallenge(ctx, { holderId, id, answer: authStatus, authType, ip, once }))
    },
    recover: async ({ holderId }: { holderId: HolderId }, id) =>
      challengeRecord(await challengeOf(ctx, holderId, id as ChallengeId)),
  }),
]

const challengeRecord = (challenge: Challenge): z.output<typeof challengeShape> => ({
  transactionAuthId: challenge.id,
  transactionId: challenge.transactionId,
  cardId: challenge.cardId,
  amount: new NumberText(formatMoney(money(challenge.minor, challenge.currency))),
  currency: challenge.currency,
  merchant: challenge.merchantName,
  status: challenge.status,
  requestedAt: momentText(challenge.createdAt),
  expiresAt: momentText(challenge.expiresAt),
})
