import { z } from 'zod'
import { type IssuingRoute, issuingList, issuingRoute, pageQuery } from '#issuing/api'
import { type DisputeId, type HolderId, readUuid } from '#issuing/ids'
import { getTransaction } from '#issuing/spending'
import { oneOf } from '#kernel/http/field.ts'
import { pageOf } from '#kernel/http/json-shape.ts'
import { cancelDispute } from './cancel-dispute.ts'
import type { DisputesContext } from './context.ts'
import { disputeReasons } from './dispute.ts'
import { openDispute } from './open-dispute.ts'
import { refuse } from './refusals.ts'
import { disputesOf, findDispute, historyOf } from './store.ts'
import { amountField, detailedRecord, detailedShape, disputeRecord, disputeShape, explanationField } from './wire.ts'

const group = 'Disputes'

/** How holders dispute payments with their cards. */
export const disputeRoutes = (ctx: DisputesContext): IssuingRoute[] => [
  submitRoute(ctx),
  listRoute(ctx),
  showRoute(ctx),
  cancelRoute(ctx),
]

async function detailed({ db }: DisputesContext, holderId: HolderId, unchecked: string) {
  const id = readUuid<DisputeId>(unchecked)
  const dispute = id && (await findDispute(db, holderId, id))
  if (!dispute) throw refuse('dispute_not_found', { disputeId: unchecked.slice(0, 50) })
  return detailedRecord(dispute, await historyOf(db, dispute))
}

const submitRoute = (ctx: DisputesContext): IssuingRoute =>
  issuingRoute({
    method: 'POST',
    path: '/transactions/:transactionId/disputes',
    operationId: 'createDispute',
    group,
    summary: 'Dispute a payment',
    about:
      'A purchase or a withdrawal that is settled, within 120 days, one dispute at a time. The operator takes it to the card network; the customer is credited from then until it is decided.',
    caller: 'holder',
    permission: 'disputes:create',
    status: 201,
    repeated: 'stored',
    params: z.object({ transactionId: z.string() }),
    body: z.object({
      reason: oneOf(disputeReasons),
      explanation: explanationField,
      amount: amountField,
    }),
    reply: detailedShape,
    run: async ({ caller: { holderId }, params, body, once }) => {
      const { id: transactionId } = await getTransaction(ctx.db, holderId, params.transactionId)
      const { id } = await openDispute(ctx, { ...body, holderId, transactionId, once })
      return detailed(ctx, holderId, id)
    },
    recover: ({ holderId }, id) => detailed(ctx, holderId, id),
  })

const listRoute = (ctx: DisputesContext): IssuingRoute =>
  issuingList({
    method: 'GET',
    path: '/transactions/:transactionId/disputes',
    operationId: 'listDisputes',
    group,
    summary: 'The disputes about a payment',
    about: 'Oldest first.',
    caller: 'holder',
    permission: 'disputes:read',
    params: z.object({ transactionId: z.string() }),
    query: z.object(pageQuery),
    reply: disputeShape,
    run: async ({ caller: { holderId }, params, query }) => {
      const { id } = await getTransaction(ctx.db, holderId, params.transactionId)
      return pageOf((await disputesOf(ctx.db, id)).map(disputeRecord), query)
    },
  })

const showRoute = (ctx: DisputesContext): IssuingRoute =>
  issuingRoute({
    method: 'GET',
    path: '/disputes/:disputeId',
    operationId: 'getDispute',
    group,
    summary: 'One dispute',
    about: 'With every status that it has had.',
    caller: 'holder',
    permission: 'disputes:read',
    params: z.object({ disputeId: z.string() }),
    reply: detailedShape,
    run: ({ caller: { holderId }, params }) => detailed(ctx, holderId, params.disputeId),
  })

const cancelRoute = (ctx: DisputesContext): IssuingRoute =>
  issuingRoute({
    method: 'POST',
    path: '/disputes/:disputeId/cancel',
    operationId: 'cancelDispute',
    group,
    summary: 'Cancel a dispute',
    about: 'As long as it is `submitted`. Once it is at the card network, the network decides.',
    caller: 'holder',
    permission: 'disputes:cancel',
    repeated: 'stored',
    params: z.object({ disputeId: z.string() }),
    reply: detailedShape,
    run: async ({ caller: { holderId }, params, once }) => {
      const { id } = await detailed(ctx, holderId, params.disputeId)
      await cancelDispute(ctx, { holderId, id: id as DisputeId, once })
      return detailed(ctx, holderId, id)
    },
    recover: ({ holderId }, id) => detailed(ctx, holderId, id),
  })
