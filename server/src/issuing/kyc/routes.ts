import { z } from 'zod'
import { rejectReasons } from '#connectors/identity/port.ts'
import { type IssuingRoute, issuingRoute } from '#issuing/api'
import type { HolderId } from '#issuing/ids'
import type { KycContext } from './context.ts'
import { type KycStatus, kycStates } from './kyc-states.ts'
import { answersOf } from './steps/answers.ts'
import { doneOf } from './steps/done.ts'
import { progressOf } from './steps/progress.ts'
import { sendBackReasons } from './steps/send-back-reasons.ts'
import { kycSteps, type SubmittedStep, submittedSteps } from './steps/steps.ts'
import { submitStep } from './steps/submit-step.ts'
import { findCase, sentBackOf } from './store.ts'

const group = 'KYC'

/** In the order of the specification. */
export const kycRoutes = (ctx: KycContext): IssuingRoute[] => [
  statusRoute(ctx),
  ...submittedSteps.map((step) => stepRoute(ctx, step)),
]

const statusShape = z.enum(['not_started', ...kycStates.statuses])
const missingShape = z
  .array(z.enum(kycSteps))
  .meta({ description: 'The steps that are still to be taken, by the last part of their paths.' })

const statusRoute = (ctx: KycContext): IssuingRoute =>
  issuingRoute({
    method: 'GET',
    path: '/kyc',
    operationId: 'getKycStatus',
    group,
    summary: 'KYC status',
    about:
      'Steps come in any order and may be corrected until nothing is missing; then the status is pending_review. A rejected customer may start again, with every step.',
    caller: 'holder',
    permission: 'kyc:read',
    reply: z.strictObject({
      status: statusShape,
      rejectReason: z.enum(rejectReasons).optional(),
      steps: z
        .partialRecord(z.enum(kycSteps), z.boolean())
        .meta({ description: 'Which of the needed steps are done.' }),
      missing: missingShape,
      sentBack: z
        .array(z.strictObject({ step: z.enum(kycSteps), rejectReason: z.enum(sendBackReasons).optional() }))
        .optional()
        .meta({
          description:
            'Steps that were sent back and are to be taken again, with the reason. confirmation_due: the answer is too old.',
        }),
    }),
    run: ({ caller: { holderId } }) => progressOfHolder(ctx, holderId),
  })

/** What the documents call each operation (wire fact 6.3). */
const operations: Readonly<Record<SubmittedStep, { operationId: string; summary: string; about?: string }>> = {
  agreement: { operationId: 'submitKycAgreement', summary: 'Submit agreement' },
  'personal-info': {
    operationId: 'submitKycPersonalInfo',
    summary: 'Submit personal info',
    about: 'Names as in the document that the customer will show. Customers are adults.',
  },
  residence: { operationId: 'submitKycResidence', summary: 'Submit residence' },
  gender: { operationId: 'submitKycGender', summary: 'Submit gender' },
  birthplace: { operationId: 'submitKycBirthplace', summary: 'Submit birthplace' },
  'wealth-and-income': { operationId: 'submitKycWealthAndIncome', summary: 'Submit wealth and income' },
  pep: {
    operationId: 'submitKycPep',
    summary: 'Submit politically-exposed-person answer',
    about: 'A yes has to be confirmed (POST /kyc/confirm-pep), and a person decides about the customer.',
  },
  'confirm-pep': {
    operationId: 'confirmKycPep',
    summary: 'Confirm that answer',
    about: 'Needed after a yes; accepted after a no.',
  },
}

const stepRoute = <Step extends SubmittedStep>(ctx: KycContext, step: Step): IssuingRoute =>
  issuingRoute({
    method: 'POST',
    path: `/kyc/${step}`,
    ...operations[step],
    group,
    caller: 'holder',
    permission: 'kyc:submit',
    repeated: 'stored',
    body: answersOf[step],
    reply: z.strictObject({ status: statusShape, missing: missingShape }),
    run: ({ caller: { holderId, partnerId }, body, ip, once }) =>
      submitStep(ctx, { holderId, partnerId, step, answers: body, fromWhere: ip, once }),
    recover: async ({ holderId }) => {
      const { status, missing } = await progressOfHolder(ctx, holderId)
      return { status, missing }
    },
  })

/** What the customer has to know: a rejected one would begin again, with every step. */
async function progressOfHolder(ctx: KycContext, holderId: HolderId) {
  const found = await findCase(ctx.db, holderId)
  const status: KycStatus = found?.status ?? 'not_started'
  const open = status === 'rejected' ? undefined : found
  const progress = progressOf(await doneOf(ctx, open))
  const sentBack = open ? await sentBackOf(ctx.db, open.id) : []
  const again = sentBack.filter(({ step }) => progress.steps[step] === false)
  return {
    status,
    ...(found?.rejectReason && { rejectReason: found.rejectReason }),
    ...progress,
    ...(again.length > 0 && {
      sentBack: again.map(({ step, rejectReason }) => ({ step, ...(rejectReason && { rejectReason }) })),
    }),
  }
}
