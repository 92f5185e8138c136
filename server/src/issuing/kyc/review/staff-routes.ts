import { z } from 'zod'
import { rejectReasons } from '#connectors/identity/port.ts'
import {
  authorOf,
  reasonField,
  recoverWaiting,
  type StaffRoute,
  staffFile,
  staffList,
  staffRoute,
  viewerOf,
  waitingShape,
  waitsFor,
} from '#core/access'
import { partnersInScope } from '#core/partners'
import type { DocumentId } from '#issuing/documents'
import { readHolderId, readUuid } from '#issuing/ids'
import { readId } from '#kernel/base/id.ts'
import { listOf, notEmpty, oneOf, optional, text } from '#kernel/http/field.ts'
import { chosen, several } from '#kernel/http/filter.ts'
import { momentShape, momentText, pageQuery } from '#kernel/http/json-shape.ts'
import { personsDecide } from '../identity/check.ts'
import type { CaseId } from '../ids.ts'
import { kycStates } from '../kyc-states.ts'
import { refuse } from '../refusals.ts'
import { sendBackReasons } from '../steps/send-back-reasons.ts'
import { kycSteps } from '../steps/steps.ts'
import { type CheckResult, checkResults, findCaseById } from '../store.ts'
import type { KycCase } from '../transition-case.ts'
import { type CaseDecision, decideCase, type ReviewContext } from './decide-case.ts'
import { listCases } from './list-cases.ts'
import { showCase } from './show-case.ts'
import { showDocument } from './show-document.ts'
import { verificationRecords, verificationShapes } from './verification-records.ts'

const group = 'KYC'
const rejectReasonShape = z.enum(rejectReasons)

const caseShape = z.strictObject({
  id: z.string(),
  customerId: z.string(),
  partnerId: z.string(),
  status: z.enum(kycStates.statuses),
  rejectReason: rejectReasonShape.optional(),
  createdAt: momentShape,
  submittedAt: momentShape.optional().meta({ description: 'When nothing was missing any more, the last time.' }),
  decidedAt: momentShape.optional(),
  dueAt: momentShape.optional().meta({ description: 'When an approved customer is verified again.' }),
  check: z
    .strictObject({
      status: z.enum(['waiting', 'approved', 'rejected', 'review', 'withdrawn']),
      provider: z.string().optional(),
      reference: z.string().optional(),
      because: z.array(z.enum(personsDecide)),
    })
    .optional()
    .meta({ description: 'What the identity provider has replied, and why persons decide.' }),
})

const caseRecord = (kycCase: KycCase, check: CheckResult | undefined): z.output<typeof caseShape> => {
  const { rejectReason, submittedAt, decidedAt, dueAt } = kycCase
  return {
    id: String(kycCase.id),
    customerId: kycCase.holderId,
    partnerId: String(kycCase.partnerId),
    status: kycCase.status,
    ...(rejectReason && { rejectReason }),
    createdAt: momentText(kycCase.createdAt),
    ...(submittedAt && { submittedAt: momentText(submittedAt) }),
    ...(decidedAt && { decidedAt: momentText(decidedAt) }),
    ...(dueAt && { dueAt: momentText(dueAt) }),
    ...(check && {
      check: {
        status: check.status,
        ...(check.provider && { provider: check.provider }),
        ...(check.reference && { reference: check.reference }),
        because: [...check.because],
      },
    }),
  }
}

/** The KYC of customers, for the people who decide about it. */
export const kycStaffRoutes = (ctx: ReviewContext): StaffRoute[] => [
  queueRoute(ctx),
  caseRoute(ctx),
  documentRoute(ctx),
  decisionRoute(ctx, {
    decision: 'approve',
    operationId: 'approveKycCase',
    summary: 'Approve a customer',
    fields: {},
    read: () => ({ decision: 'approve' }),
  }),
  decisionRoute(ctx, {
    decision: 'reject',
    operationId: 'rejectKycCase',
    summary: 'Reject a customer, who may start again',
    fields: {
      rejectReason: oneOf(rejectReasons).meta({ description: 'Of the published list; the customer learns it.' }),
    },
    read: ({ rejectReason }) => ({ decision: 'reject', rejectReason }),
  }),
  decisionRoute(ctx, {
    decision: 'ask',
    operationId: 'askKycCase',
    summary: 'Send steps back to the customer, who has to take them again',
    fields: {
      steps: notEmpty(
        listOf(z.object({ step: oneOf(kycSteps), rejectReason: optional(oneOf(rejectReasons)) }), {
          max: kycSteps.length,
        }),
      ),
    },
    read: ({ steps }) => ({ decision: 'ask', steps }),
  }),
]

const queueRoute = (ctx: ReviewContext): StaffRoute =>
  staffList({
    method: 'GET',
    path: '/kyc/cases',
    operationId: 'listKycCases',
    group,
    summary: 'KYC cases, those that wait for a review unless a status is named; who has waited longest first',
    about: 'Nothing personal is in the list. Staff of a partner see its own customers.',
    caller: 'staff',
    permission: 'kyc:read',
    query: z.object({
      ...pageQuery,
      status: several(kycStates.statuses).meta({ default: 'pending_review' }),
      partnerId: optional(text({ max: 10, what: 'the id of a partner' })),
      customerId: optional(text({ max: 40, what: 'the id of a customer' })),
    }),
    reply: caseShape,
    run: async ({ caller, query: { page = 1, size = 20, status, customerId, partnerId } }) => {
      const only = partnersInScope(caller, partnerId)
      const statuses = status ? chosen(kycStates.statuses, status) : (['pending_review'] as const)
      const holderId = customerId === undefined ? undefined : readHolderId(customerId)
      if (customerId !== undefined && holderId === undefined) return { data: [], page, size, total: 0 }
      const { data, total } = await listCases(ctx.db, { statuses, only, holderId }, { page, size })
      return { data: data.map(({ kycCase, check }) => caseRecord(kycCase, check)), page, size, total }
    },
  })

const aboutOne = { group, caller: 'staff' as const, params: z.object({ id: z.string() }) }

function caseIdOf(unchecked: string): CaseId {
  const id = readId<CaseId>(unchecked)
  if (id === undefined) throw refuse('kyc_case_not_found', { id: unchecked.slice(0, 50) })
  return id
}

const fileShape = caseShape.extend({
  submissions: z
    .array(
      z.strictObject({
        step: z.enum(kycSteps),
        submittedAt: momentShape,
        answers: z.record(z.string(), z.unknown()).optional(),
        verificationId: z.string().optional(),
      }),
    )
    .meta({ description: 'What the customer has said, newest first: of each step the first one counts.' }),
  ...verificationShapes,
  steps: z.partialRecord(z.enum(kycSteps), z.boolean()),
  sentBack: z.array(
    z.strictObject({
      step: z.enum(kycSteps),
      rejectReason: z.enum(sendBackReasons).optional(),
      sentBackAt: momentShape,
    }),
  ),
  screening: z
    .strictObject({ screenedAt: momentShape.optional(), open: z.array(z.string()), trueMatches: z.array(z.string()) })
    .meta({ description: 'The ids of the hits on sanctions lists that speak against an approval.' }),
  history: z.array(
    z.strictObject({
      action: z.string(),
      status: z.enum(kycStates.statuses),
      actor: z.string(),
      reason: z.string().optional(),
      at: momentShape,
    }),
  ),
})

const caseRoute = (ctx: ReviewContext): StaffRoute =>
  staffRoute({
    ...aboutOne,
    method: 'GET',
    path: '/kyc/cases/:id',
    operationId: 'getKycCase',
    summary: 'A KYC case with everything that the customer has said',
    about: 'It is personal: the audit keeps who has looked.',
    permission: 'kyc:review',
    reply: fileShape,
    run: async ({ caller, params, ip }) => {
      const file = await showCase(ctx, {
        by: viewerOf({ caller, ip }),
        scope: caller.staff.scope,
        caseId: caseIdOf(params.id),
      })
      return {
        ...caseRecord(file.kycCase, file.check),
        submissions: file.submissions.map(({ step, submittedAt, answers, verificationId }) => ({
          step,
          submittedAt: momentText(submittedAt),
          ...(answers && { answers }),
          ...(verificationId !== undefined && { verificationId }),
        })),
        ...verificationRecords(file.verifications),
        steps: file.progress.steps,
        sentBack: file.sentBack.map(({ step, rejectReason, sentBackAt }) => ({
          step,
          ...(rejectReason && { rejectReason }),
          sentBackAt: momentText(sentBackAt),
        })),
        screening: {
          ...(file.screening.screenedAt && { screenedAt: momentText(file.screening.screenedAt) }),
          open: file.screening.open.map(({ id }) => String(id)),
          trueMatches: file.screening.trueMatches.map(({ id }) => String(id)),
        },
        history: file.transitions.map(({ reason, occurredAt, ...one }) => ({
          ...one,
          ...(reason !== null && { reason }),
          at: momentText(occurredAt),
        })),
      }
    },
  })

const documentRoute = (ctx: ReviewContext): StaffRoute =>
  staffFile({
    group,
    caller: 'staff',
    method: 'GET',
    path: '/kyc/cases/:id/documents/:documentId',
    operationId: 'getKycDocument',
    summary: 'A document of the customer of a case',
    about: 'The audit keeps who has looked.',
    permission: 'documents:read',
    params: z.object({ id: z.string(), documentId: z.string() }),
    files: ['image/jpeg', 'image/png', 'application/pdf'],
    reply: z.unknown(),
    run: async ({ caller, params, ip }) => {
      const caseId = caseIdOf(params.id)
      const documentId = readUuid<DocumentId>(params.documentId)
      if (!documentId) throw refuse('kyc_document_not_found', { documentId: params.documentId.slice(0, 50), caseId })
      const by = viewerOf({ caller, ip })
      const { type, content } = await showDocument(ctx, { by, scope: caller.staff.scope, caseId, documentId })
      return { type, fileName: `${documentId}.${extensionOf[type]}`, parts: content }
    },
  })
const extensionOf = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' } as const

type DecisionSpec<Fields extends z.ZodRawShape> = Pick<StaffRoute, 'operationId' | 'summary'> & {
  decision: CaseDecision['decision']
  fields: Fields
  read(body: z.output<z.ZodObject<Fields>>): CaseDecision
}

function decisionRoute<Fields extends z.ZodRawShape>(
  ctx: ReviewContext,
  { decision, operationId, summary, fields, read }: DecisionSpec<Fields>,
): StaffRoute {
  const record = async (id: CaseId) => {
    const kycCase = (await findCaseById(ctx.db, id))!
    const [check] = await checkResults(ctx.db, [id])
    return caseRecord(kycCase, check)
  }
  return staffRoute({
    ...aboutOne,
    method: 'POST',
    path: `/kyc/cases/:id/${decision}`,
    operationId,
    summary,
    permission: 'kyc:decide',
    repeated: 'stored',
    body: z.object({ ...reasonField, ...fields }),
    reply: caseShape,
    accepted: waitingShape,
    run: async ({ caller, params, ip, body, once }) => {
      const caseId = caseIdOf(params.id)
      const by = authorOf({ caller, ip, body: body as { reason: string } })
      const decided = read(body as z.output<z.ZodObject<Fields>>)
      const { waits } = await decideCase(ctx, { by, scope: caller.staff.scope, caseId, decision: decided, once })
      return waits ? waitsFor(waits) : record(caseId)
    },
    recover: recoverWaiting(ctx, (_caller, id) => record(caseIdOf(id))),
  })
}
