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
import { listOf, notEmpty, oneOf, optional, text } from '#kernel/http/field.ts'
import { chosen, several } from '#kernel/http/filter.ts'
import { pageQuery } from '#kernel/http/json-shape.ts'
import type { CaseId } from '../ids.ts'
import { kycStates } from '../kyc-states.ts'
import { refuse } from '../refusals.ts'
import { kycSteps } from '../steps/steps.ts'
import { caseIdOf } from './case-within.ts'
import { type CaseDecision, decideCase, type ReviewContext } from './decide-case.ts'
import { listCases } from './list-cases.ts'
import { reviewerRoutes, shownCase } from './reviewer-routes.ts'
import { showCase } from './show-case.ts'
import { showDocument } from './show-document.ts'
import { caseRecord, caseShape, fileRecord, fileShape } from './wire.ts'

const group = 'KYC'

/** The KYC of customers, for the people who decide about it. */
export const kycStaffRoutes = (ctx: ReviewContext): StaffRoute[] => [
  queueRoute(ctx),
  caseRoute(ctx),
  ...reviewerRoutes(ctx),
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
      reviewer: optional(oneOf(['me', 'nobody'])).meta({ description: 'To whom they are assigned.' }),
    }),
    reply: caseShape,
    run: async ({ caller, query: { page = 1, size = 20, status, customerId, partnerId, reviewer } }) => {
      const only = partnersInScope(caller, partnerId)
      const statuses = status ? chosen(kycStates.statuses, status) : (['pending_review'] as const)
      const holderId = customerId === undefined ? undefined : readHolderId(customerId)
      if (customerId !== undefined && holderId === undefined) return { data: [], page, size, total: 0 }
      const assignedTo = reviewer === 'me' ? caller.staff.id : reviewer === 'nobody' ? null : undefined
      const { data, total } = await listCases(ctx.db, { statuses, only, holderId, assignedTo }, { page, size })
      const now = ctx.clock.now()
      return { data: data.map((one) => caseRecord(one, now)), page, size, total }
    },
  })

const aboutOne = { group, caller: 'staff' as const, params: z.object({ id: z.string() }) }

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
      return fileRecord(file, { caller, now: ctx.clock.now() })
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
  const record = (id: CaseId) => shownCase(ctx, id)
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
