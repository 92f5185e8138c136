import type { RejectReason } from '#connectors/identity/port.ts'
import { type Approval, type Approvals, checkReason, type StaffAuthor, type StaffScope } from '#core/access'
import { auditEntry } from '#core/directory'
import { keepScreened } from '#issuing/screening'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, insert, type Ref, type Write } from '#kernel/db/commit/commit.ts'
import type { KycContext } from '../context.ts'
import { closeCheck } from '../identity/close-check.ts'
import type { CaseId } from '../ids.ts'
import { kycStates } from '../kyc-states.ts'
import { refuse } from '../refusals.ts'
import { screenCase } from '../screen-case.ts'
import { doneOf } from '../steps/done.ts'
import { type Done, progressOf } from '../steps/progress.ts'
import { findOpenCheck } from '../store.ts'
import { type KycCase, transitionCase } from '../transition-case.ts'
import { requireNoHits } from './case-actions.ts'
import { caseWithin, ownerOf } from './case-within.ts'
import type { StepToSendBack } from './step-to-send-back.ts'

/** What a person decides: yes, no, or that steps have to be taken again. */
export type CaseDecision =
  | { decision: 'approve' }
  | { decision: 'reject'; rejectReason: RejectReason }
  | { decision: 'ask'; steps: readonly StepToSendBack[] }

export type ReviewContext = KycContext & { approvals: Pick<Approvals, 'require' | 'attempt' | 'get'> }

export type DecisionInput = {
  by: StaffAuthor
  scope: StaffScope
  caseId: CaseId
  decision: CaseDecision
  once?: ((subjectId: string | Ref) => Write[]) | undefined
}

/** Undefined: it is done. Else it waits until a second person has approved it. */
export type DecisionResult = { waits: Approval | undefined }

/**
 * Decides about a case under review, as a person. Where a second person is configured, this version of the case and this
 * decision is what is approved, and nothing else.
 */
export function decideCase(ctx: ReviewContext, input: DecisionInput): Promise<DecisionResult> {
  const { by, caseId, decision } = input
  const subject = { type: 'kycCase', id: String(caseId) }
  return ctx.approvals.attempt({ by, action: 'kyc:decide', subject, given: decision }, () => decideOnce(ctx, input))
}

const decideOnce = (ctx: ReviewContext, input: DecisionInput): Promise<DecisionResult> =>
  decide(async () => {
    const { caseId, decision, once } = input
    const by = { ...input.by, reason: checkReason(input.by.reason) }
    const kycCase = await caseWithin(ctx.db, caseId, input.scope)
    const keep = decision.decision === 'approve' ? await screened(ctx, kycCase) : []
    const now = ctx.clock.now()
    const writes = [...keep, ...(await writesOf(ctx, { now, by, kycCase, decision }))]
    const about = { owner: ownerOf(kycCase), subject: { type: 'kycCase', id: String(caseId) } }
    const request = { ...decision, version: kycCase.version }
    const cleared = await ctx.approvals.require({ by, action: 'kyc:decide', ...about, request, once })
    if (!cleared.allowed) return { waits: cleared.approval }
    await commit(ctx, now, [...writes, ...cleared.writes, ...(once?.(String(caseId)) ?? [])], 'decide-case')
    return { waits: undefined }
  })

/** What the sanctions lists say is decided before the case is. Returns what keeps it so until the commit is done. */
async function screened(ctx: ReviewContext, kycCase: KycCase): Promise<Write[]> {
  // What cannot be approved from this status is refused by the transition.
  if (kycCase.status !== 'pending_review') return []
  await screenCase(ctx, kycCase)
  const { open, trueMatches, keep } = await keepScreened(ctx.db, kycCase.holderId)
  requireNoHits([...open, ...trueMatches])
  return keep
}

type Decided = { now: Instant; by: StaffAuthor; kycCase: KycCase; decision: CaseDecision }

async function writesOf(ctx: ReviewContext, { now, by, kycCase, decision }: Decided): Promise<Write[]> {
  const [check, sentBack] = await Promise.all([
    findOpenCheck(ctx.db, kycCase.id),
    decision.decision === 'ask' ? sentBackWrites(ctx, { now, kycCase, steps: decision.steps }) : [],
  ])
  const transition = transitionOf(decision)
  return [
    ...transitionCase(now, kycCase, { ...transition, actor: by.actor, reason: by.reason }),
    // Persons were quicker than the identity provider.
    ...(check ? closeCheck(now, check, kycCase, { status: 'withdrawn' }) : []),
    ...sentBack,
    auditEntry(now, by, {
      action: 'kycCaseDecided',
      owner: ownerOf(kycCase),
      subject: { type: 'kycCase', id: kycCase.id },
      before: { status: kycCase.status },
      after: { status: kycStates.next(kycCase.status, transition.action), ...detailsOf(decision) },
    }),
  ]
}

const transitionOf = (decided: CaseDecision) => {
  if (decided.decision === 'reject') return { action: 'reject', rejectReason: decided.rejectReason } as const
  return { action: decided.decision === 'approve' ? 'approve' : 'requestMore' } as const
}

const detailsOf = ({ decision: _, ...details }: CaseDecision) => details

type SendingBack = { now: Instant; kycCase: KycCase; steps: readonly StepToSendBack[] }

async function sentBackWrites(ctx: ReviewContext, { now, kycCase, steps }: SendingBack): Promise<Write[]> {
  // What cannot be asked from this status is refused by the transition, which names what can.
  if (kycCase.status !== 'pending_review') return []
  const done = await doneOf(ctx, kycCase)
  return steps.map((one) => sendBack(now, kycCase, done, one))
}

/** The write by which what was submitted of a step does not count any more. */
export function sendBack(
  now: Instant,
  { id }: Pick<KycCase, 'id'>,
  done: Done,
  { step, rejectReason }: StepToSendBack,
): Write {
  const submission = done.submitted.get(step)
  if (submission === undefined || progressOf(done).steps[step] === undefined)
    throw refuse('kyc_step_not_taken', { field: 'steps', step })
  return insert('kyc.sent_back', {
    case_id: id,
    step,
    submission_id: submission,
    reject_reason: rejectReason ?? null,
    sent_back_at: now,
  })
}
