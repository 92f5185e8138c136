import { z } from 'zod'
import { disputeReasons } from '#connectors/acquirer/port.ts'
import { doneBy, doneByShape } from '#core/access'
import { formatMoney } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { disputeCaseStates } from './case-states.ts'
import { filesOfCase, historyOfCase } from './case-store.ts'
import type { DisputesContext } from './context.ts'
import { type DisputeCase, type EvidenceFile, evidenceFileKinds } from './dispute-case.ts'
import { evidenceFields, evidenceFieldsOf, evidenceLabels, openEvidence } from './evidence.ts'
import { evidenceFileName } from './evidence-files.ts'
import { responsesOf } from './transition-case.ts'

export const disputeShape = z.strictObject({
  id: z.string().meta({ description: 'The id of the chargeback.' }),
  paymentId: z.string().meta({ description: 'What is disputed.' }),
  siteId: z.string(),
  merchantId: z.string(),
  connector: z.string(),
  dispute: z.string().meta({ description: 'The acquirer’s name of it.' }),
  reason: z.enum(disputeReasons),
  amount: z.string(),
  currency: z.string(),
  status: z.enum(disputeCaseStates.statuses),
  openedAt: momentShape,
  respondBy: momentShape.optional().meta({ description: 'Until when a response is taken; absent: not known.' }),
  actions: z.array(z.enum(['submit', 'accept'])).meta({ description: 'How it can be responded to now.' }),
})
export type DisputeRecord = z.output<typeof disputeShape>

export const disputeRecord = (dispute: DisputeCase): DisputeRecord => ({
  id: String(dispute.id),
  paymentId: String(dispute.paymentId),
  siteId: String(dispute.siteId),
  merchantId: String(dispute.merchantId),
  connector: dispute.connector,
  dispute: dispute.dispute,
  reason: dispute.reason,
  amount: formatMoney(dispute.amount),
  currency: dispute.amount.currency,
  status: dispute.status,
  openedAt: momentText(dispute.openedAt),
  ...(dispute.respondBy && { respondBy: momentText(dispute.respondBy) }),
  actions: responsesOf(dispute.status),
})

const evidenceFileShape = z.strictObject({
  id: z.uuid(),
  kind: z.enum(evidenceFileKinds),
  name: z.string().meta({ description: 'As the acquirer receives it.' }),
  type: z.string(),
  bytes: z.int(),
  createdAt: momentShape,
})

const evidenceFileRecord = (file: EvidenceFile, index: number): z.output<typeof evidenceFileShape> => ({
  id: file.id,
  kind: file.kind,
  name: evidenceFileName(file, index),
  type: file.type,
  bytes: file.bytes,
  createdAt: momentText(file.createdAt),
})

export const wholeDisputeShape = disputeShape.extend({
  evidence: z
    .array(z.strictObject({ field: z.enum(evidenceFields), label: z.string(), text: z.string().optional() }))
    .meta({ description: 'The texts that help against this reason; without `text`: not written yet.' }),
  files: z.array(evidenceFileShape),
  history: z.array(
    z.strictObject({
      action: z.string(),
      status: z.enum(disputeCaseStates.statuses),
      actor: z.string(),
      note: z.string().optional(),
      at: momentShape,
    }),
  ),
  audit: doneByShape,
})
export type WholeDispute = z.output<typeof wholeDisputeShape>

/** Everything that is known of a dispute. Addresses of people who acted are for the operator alone. */
export async function showDispute(
  { db, keys }: Pick<DisputesContext, 'keys'> & { db: Db },
  dispute: DisputeCase,
  who: { isOperator: boolean },
): Promise<WholeDispute> {
  const { id, reason } = dispute
  const [files, history, audit] = await Promise.all([
    filesOfCase(db, id),
    historyOfCase(db, id),
    doneBy(db, { kind: 'dispute', id: String(id) }, who),
  ])
  const evidence = openEvidence(keys, id, dispute.evidence)
  return {
    ...disputeRecord(dispute),
    evidence: evidenceFieldsOf(reason).map((field) => {
      const text = evidence[field]
      return { field, label: evidenceLabels[field], ...(text !== undefined && { text }) }
    }),
    files: files.map(evidenceFileRecord),
    history: history.map(({ action, toStatus, actor, note, occurredAt }) => ({
      action,
      status: toStatus,
      actor,
      ...(note !== undefined && { note }),
      at: momentText(occurredAt),
    })),
    audit,
  }
}
