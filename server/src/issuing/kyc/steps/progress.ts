import type { SubmissionId } from '../ids.ts'
import { type HostedStep, hostedSteps, type KycStep, kycSteps, type SubmittedStep } from './steps.ts'

/** What has been done of a case. */
export type Done = {
  /** The number of the newest submission of each step. */
  submitted: ReadonlyMap<SubmittedStep, SubmissionId>
  /** The pages of ours that count. Undefined: this installation has none. */
  verified: ReadonlySet<HostedStep> | undefined
  /** The newest answer to whether the customer is a politically exposed person. */
  isPep: boolean
  /** Steps that were sent back, with the newest submission of that time. */
  sentBack: ReadonlyMap<KycStep, SubmissionId>
}

/** Which of the needed steps are done. Not needed are `confirm-pep` after a no, and pages that there are not. */
export type Progress = { steps: Partial<Record<KycStep, boolean>>; missing: KycStep[] }

export const notBegun: Omit<Done, 'verified'> = { submitted: new Map(), isPep: false, sentBack: new Map() }

export function progressOf(done: Done): Progress {
  const needed = kycSteps.filter((step) => isNeeded(step, done))
  return {
    steps: Object.fromEntries(needed.map((step) => [step, isDone(step, done)])),
    missing: needed.filter((step) => !isDone(step, done)),
  }
}

const isHosted = (step: KycStep): step is HostedStep => (hostedSteps as readonly KycStep[]).includes(step)

function isNeeded(step: KycStep, { isPep, verified }: Done): boolean {
  if (step === 'confirm-pep') return isPep
  return !isHosted(step) || verified !== undefined
}

function isDone(step: KycStep, { submitted, verified, sentBack }: Done): boolean {
  if (isHosted(step)) return verified?.has(step) === true
  const newest = submitted.get(step)
  if (newest === undefined || newest <= (sentBack.get(step) ?? 0n)) return false
  // A confirmation is of the answer before it.
  return step !== 'confirm-pep' || newest > (submitted.get('pep') ?? 0n)
}
