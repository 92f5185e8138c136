import { z } from 'zod'
import { rejectReasons } from '#connectors/identity/port.ts'
import type { StaffCaller } from '#core/access'
import type { Instant } from '#kernel/base/clock.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { personsDecide } from '../identity/check.ts'
import { kycStates } from '../kyc-states.ts'
import { sendBackReasons } from '../steps/send-back-reasons.ts'
import { kycSteps } from '../steps/steps.ts'
import { caseActions, caseGuards } from './case-actions.ts'
import type { ListedCase } from './list-cases.ts'
import { holdOf } from './reviewers.ts'
import type { CaseFile } from './show-case.ts'
import { verificationRecords, verificationShapes } from './verification-records.ts'

const rejectReasonShape = z.enum(rejectReasons)

export const caseShape = z.strictObject({
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
  assignedTo: z.string().optional().meta({ description: 'Of the staff, as the audit names them.' }),
  held: z.strictObject({ by: z.string(), until: momentShape }).optional().meta({ description: 'Who looks at it now.' }),
})

export function caseRecord({ kycCase, check, reviewers }: ListedCase, now: Instant): z.output<typeof caseShape> {
  const hold = holdOf(kycCase, reviewers, now)
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
    ...(reviewers?.assignedTo && { assignedTo: `staff ${reviewers.assignedTo}` }),
    ...(hold && { held: { by: `staff ${hold.by}`, until: momentText(hold.until) } }),
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

export const fileShape = caseShape.extend({
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
  earlier: z
    .array(
      z.strictObject({
        id: z.string(),
        status: z.enum(kycStates.statuses),
        rejectReason: rejectReasonShape.optional(),
        decidedAt: momentShape.optional(),
        decidedBy: z.string().optional(),
        reason: z.string().optional().meta({ description: 'As the audit has it; the customer does not learn it.' }),
      }),
    )
    .meta({ description: 'Other cases of the same customer, newest first, at most twenty.' }),
  actions: caseActions.shape,
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

type Shown = { caller: StaffCaller; now: Instant }

function guardsOf({ kycCase, reviewers, screening }: CaseFile, { caller, now }: Shown) {
  const against = [...screening.open, ...screening.trueMatches]
  return caseGuards({ kycCase, against, hold: holdOf(kycCase, reviewers, now), me: caller.staff.id })
}

export function fileRecord(file: CaseFile, { caller, now }: Shown): z.output<typeof fileShape> {
  return {
    ...caseRecord(file, now),
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
    earlier: file.earlier.map(({ id, status, rejectReason, decidedAt, actor, reason }) => ({
      id: String(id),
      status,
      ...(rejectReason && { rejectReason }),
      ...(decidedAt && { decidedAt: momentText(decidedAt) }),
      ...(actor !== null && { decidedBy: actor }),
      ...(reason !== null && { reason }),
    })),
    actions: caseActions.record(caller, guardsOf(file, { caller, now })),
    history: file.transitions.map(({ reason, occurredAt, ...one }) => ({
      ...one,
      ...(reason !== null && { reason }),
      at: momentText(occurredAt),
    })),
  }
}
