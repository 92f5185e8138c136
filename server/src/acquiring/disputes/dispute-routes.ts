import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { PaymentId } from '#acquiring/ids'
import {
  authorOf,
  ofSites,
  reasonField,
  type StaffCaller,
  type StaffRoute,
  seenField,
  seesMerchant,
  staffFile,
  staffRoute,
  type TableListParts,
  tableList,
  viewerOf,
} from '#core/access'
import { readId } from '#kernel/base/id.ts'
import { clearable, oneOf, optional, text, trueOrFalse } from '#kernel/http/field.ts'
import { chosen, several } from '#kernel/http/filter.ts'
import { disputeCaseStates } from './case-states.ts'
import { caseOf, findCase } from './case-store.ts'
import { changeEvidence, evidenceTextMax } from './change-evidence.ts'
import type { DisputesContext } from './context.ts'
import { type DisputeCase, evidenceFileKinds } from './dispute-case.ts'
import { disputeRecord, disputeShape, showDispute, wholeDisputeShape } from './dispute-shapes.ts'
import { evidenceFields, evidenceLabels, reasonsOf } from './evidence.ts'
import { addEvidenceFile, evidenceFileBytesMax, readEvidenceFile, removeEvidenceFile } from './evidence-files.ts'
import { readBase64 } from './read-base64.ts'
import { refuse } from './refusals.ts'
import { respondToDispute } from './respond-to-dispute.ts'

const params = z.object({ disputeId: z.string() })
const about = { group: 'Disputes of payments', caller: 'staff' } as const
const responding = { ...about, method: 'POST', permission: 'disputes:respond', params, repeated: 'stored' } as const

export type DisputeParts = DisputesContext & TableListParts

/** What `florin dispute` does: disputes of payments, seen and responded to by the staff of their merchant. */
export const disputeRoutes = (ctx: DisputeParts): StaffRoute[] => [
  ...listRoutes(ctx),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/disputes/:disputeId',
    operationId: 'getDispute',
    summary: 'One dispute with its evidence and its history',
    permission: 'disputes:read',
    params,
    reply: wholeDisputeShape,
    run: async ({ caller, params: { disputeId } }) => whole(ctx, caller, await disputeFor(ctx, caller, disputeId)),
  }),
  evidenceRoute(ctx),
  ...fileRoutes(ctx),
  submitRoute(ctx),
  acceptRoute(ctx),
]

const whole = (ctx: DisputesContext, { staff }: StaffCaller, dispute: DisputeCase) =>
  showDispute(ctx, dispute, { isOperator: staff.scope.kind === 'platform' })

/** Refuses one that the caller may not see, as one that is not there. */
async function disputeFor({ db }: DisputesContext, caller: StaffCaller, unchecked: string): Promise<DisputeCase> {
  const id = readId<PaymentId>(unchecked)
  const dispute = id === undefined ? undefined : await findCase(db, id)
  if (!dispute || !seesMerchant(caller, dispute.merchantId))
    throw refuse('dispute_not_found', { disputeId: unchecked.slice(0, 20) })
  return dispute
}

const recoverIn = (ctx: DisputesContext) => async (caller: StaffCaller, id: string) =>
  whole(ctx, caller, await disputeFor(ctx, caller, id))

const listRoutes = (ctx: DisputeParts): StaffRoute[] => {
  const { filters, whose } = ofSites(ctx.directory)
  return tableList(ctx, {
    name: 'dispute-cases',
    path: '/disputes',
    operations: { list: 'listDisputes', export: 'exportDisputeCases' },
    group: about.group,
    permission: 'disputes:read',
    summary: 'Disputes of payments, newest first',
    table: 'disputes.cases',
    madeAt: 'opened_at',
    filters: { ...filters, status: several(disputeCaseStates.statuses) },
    shape: disputeShape,
    record: disputeRecord,
    whose,
    selected: ({ status }) => ({
      conditions: status
        ? [sql<SqlBool>`entry.status = any(${chosen(disputeCaseStates.statuses, status)}::text[])`]
        : [],
    }),
    things: (rows) => rows.map(caseOf),
  })
}

const evidenceBody = Object.fromEntries(
  evidenceFields.map((field) => [
    field,
    clearable(text({ max: evidenceTextMax, lines: true, prose: true, what: evidenceLabels[field] })).meta({
      description: `${evidenceLabels[field]}. Against: ${reasonsOf(field).join(', ')}.`,
    }),
  ]),
)

const evidenceRoute = (ctx: DisputesContext): StaffRoute =>
  staffRoute({
    ...responding,
    method: 'PATCH',
    path: '/disputes/:disputeId/evidence',
    operationId: 'changeDisputeEvidence',
    summary: 'Change the draft of the evidence',
    about: 'A text that is left out stays; null removes it. Card numbers in a text are masked.',
    body: z.object({ ...reasonField, ...evidenceBody, ...seenField }),
    reply: wholeDisputeShape,
    run: async ({ caller, params: { disputeId }, ip, body, once }) => {
      const dispute = await disputeFor(ctx, caller, disputeId)
      const { reason: _why, seen, ...changes } = body
      const by = authorOf({ caller, ip, body })
      return whole(ctx, caller, await changeEvidence(ctx, { by, dispute, changes, seen, once }))
    },
    recover: recoverIn(ctx),
  })

const fileRoutes = (ctx: DisputesContext): StaffRoute[] => [
  staffRoute({
    ...responding,
    path: '/disputes/:disputeId/files',
    operationId: 'addDisputeFile',
    summary: 'Add a file to the evidence',
    about: 'A JPEG, a PNG or a PDF of at most 4 MB, at most five of them. It is stored encrypted.',
    status: 201,
    bodyBytesMax: Math.ceil((evidenceFileBytesMax * 4) / 3) + 10_000,
    body: z.object({
      ...reasonField,
      kind: oneOf(evidenceFileKinds),
      content: text({ max: Math.ceil(evidenceFileBytesMax / 3) * 4, what: 'the file in Base64' }),
    }),
    reply: wholeDisputeShape,
    run: async ({ caller, params: { disputeId }, ip, body, once }) => {
      const dispute = await disputeFor(ctx, caller, disputeId)
      const content = readBase64(body.content)
      const by = authorOf({ caller, ip, body })
      await addEvidenceFile(ctx, { by, dispute, kind: body.kind, content, once })
      return whole(ctx, caller, (await findCase(ctx.db, dispute.id))!)
    },
    recover: recoverIn(ctx),
  }),
  staffFile({
    ...about,
    method: 'GET',
    path: '/disputes/:disputeId/files/:fileId',
    operationId: 'getDisputeFile',
    summary: 'A file of the evidence, decrypted',
    about: 'The audit keeps who has read it.',
    permission: 'disputes:respond',
    params: params.extend({ fileId: z.string() }),
    files: ['image/jpeg', 'image/png', 'application/pdf'],
    reply: z.unknown(),
    run: async ({ caller, params: { disputeId, fileId }, ip }) => {
      const dispute = await disputeFor(ctx, caller, disputeId)
      const { type, name, content } = await readEvidenceFile(ctx, { by: viewerOf({ caller, ip }), dispute, fileId })
      return { type, fileName: name, parts: content }
    },
  }),
  staffRoute({
    ...responding,
    path: '/disputes/:disputeId/files/:fileId/remove',
    operationId: 'removeDisputeFile',
    summary: 'Remove a file from the draft of the evidence',
    params: params.extend({ fileId: z.string() }),
    body: z.object(reasonField),
    reply: wholeDisputeShape,
    run: async ({ caller, params: { disputeId, fileId }, ip, body, once }) => {
      const dispute = await disputeFor(ctx, caller, disputeId)
      await removeEvidenceFile(ctx, { by: authorOf({ caller, ip, body }), dispute, fileId, once })
      return whole(ctx, caller, (await findCase(ctx.db, dispute.id))!)
    },
    recover: recoverIn(ctx),
  }),
]

const submitRoute = (ctx: DisputesContext): StaffRoute =>
  staffRoute({
    ...responding,
    path: '/disputes/:disputeId/submit',
    operationId: 'submitDisputeEvidence',
    summary: 'Submit the evidence to the acquirer, once',
    about:
      'It cannot be changed from then on. The dispute is `submitting` until the acquirer has it, and then `responded`.',
    body: z.object(reasonField),
    reply: wholeDisputeShape,
    run: async ({ caller, params: { disputeId }, ip, body, once }) => {
      const dispute = await disputeFor(ctx, caller, disputeId)
      const by = authorOf({ caller, ip, body })
      return whole(ctx, caller, await respondToDispute(ctx, { by, dispute, action: 'submit', once }))
    },
    recover: recoverIn(ctx),
  })

const acceptRoute = (ctx: DisputesContext): StaffRoute =>
  staffRoute({
    ...responding,
    path: '/disputes/:disputeId/accept',
    operationId: 'acceptDispute',
    summary: 'Accept a dispute: the cardholder keeps the money',
    about: 'This is final.',
    body: z.object({
      ...reasonField,
      confirm: optional(trueOrFalse()).meta({ description: 'true, since it is final.' }),
    }),
    reply: wholeDisputeShape,
    run: async ({ caller, params: { disputeId }, ip, body, once }) => {
      const dispute = await disputeFor(ctx, caller, disputeId)
      if (!body.confirm) throw refuse('dispute_acceptance_not_confirmed', { field: 'confirm' })
      const by = authorOf({ caller, ip, body })
      return whole(ctx, caller, await respondToDispute(ctx, { by, dispute, action: 'accept', once }))
    },
    recover: recoverIn(ctx),
  })
