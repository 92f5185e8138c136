import { z } from 'zod'
import { Accepted } from '#kernel/http/json-route.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { type Approval, approvalActions, isRepeatedByHand } from './approval.ts'
import { approvalStates } from './approval-states.ts'

const ownerShape = z.strictObject({ kind: z.string(), id: z.string() })

/** An approval as the interface shows it. */
export const approvalShape = z.strictObject({
  id: z.string(),
  action: z.enum(approvalActions),
  owner: ownerShape.meta({ description: 'Whose affair it is: a partner, a merchant or the platform.' }),
  subject: z.strictObject({ type: z.string(), id: z.string() }),
  request: z.unknown().meta({ description: 'What exactly would be done.' }),
  status: z.enum(approvalStates.statuses),
  requestedBy: z.string().meta({ description: 'The id of the member of staff.' }),
  requestReason: z.string(),
  requestedAt: momentShape,
  expiresAt: momentShape.meta({ description: 'By then it is decided, and what was approved is done.' }),
  decidedBy: z.string().optional(),
  decisionReason: z.string().optional(),
  decidedAt: momentShape.optional(),
  usedAt: momentShape.optional(),
  made: z
    .strictObject({ type: z.string(), id: z.string() })
    .optional()
    .meta({ description: 'What was made by it, where that is not the subject itself: a payout, a refund, a price.' }),
  failure: z
    .strictObject({
      reason: z.string(),
      message: z.string(),
      values: z.record(z.string(), z.string()),
      at: momentShape,
    })
    .optional()
    .meta({ description: 'Why it was refused when it was last carried out; absent once it is done.' }),
  carryOut: z.boolean().meta({ description: 'Who asked can do it by `…/carry-out`; else by the same call again.' }),
})

export const approvalRecord = (approval: Approval): z.output<typeof approvalShape> => {
  const { decidedBy, decisionReason, decidedAt, usedAt, made, failure } = approval
  return {
    id: String(approval.id),
    action: approval.action,
    owner: approval.owner,
    subject: approval.subject,
    request: approval.request,
    carryOut: !isRepeatedByHand(approval.action),
    status: approval.status,
    requestedBy: String(approval.requestedBy),
    requestReason: approval.requestReason,
    requestedAt: momentText(approval.requestedAt),
    expiresAt: momentText(approval.expiresAt),
    ...(decidedBy !== undefined && { decidedBy: String(decidedBy) }),
    ...(decisionReason !== undefined && { decisionReason }),
    ...(decidedAt && { decidedAt: momentText(decidedAt) }),
    ...(usedAt && { usedAt: momentText(usedAt) }),
    ...(made && { made }),
    ...(failure && { failure: { ...failure, at: momentText(failure.at) } }),
  }
}

/** The `accepted` of a route that may need an approval, and what its run returns then. */
export const waitingShape = z.strictObject({ approval: approvalShape })
export const waitsFor = (approval: Approval) =>
  new Accepted<z.output<typeof waitingShape>>({ approval: approvalRecord(approval) })
