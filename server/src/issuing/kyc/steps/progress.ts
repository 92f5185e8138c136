import type { SubmissionId } from '../ids.ts'
import { type KycStep, kycSteps } from './steps.ts'

/** What has been done of a case. */
export type Done = {
  /** The number of the newest submission of each step. */
  submitted: ReadonlyMap<KycStep, SubmissionId>
  /** The newest answer to whether the customer is a politically exposed person. */
  isPep: boolean
  /** Steps that were sent back, with the newest submission of that time. */
  sentBack: ReadonlyMap<KycStep, SubmissionId>
}

/** Which of the needed steps are done. `confirm-pep` is not needed after a no. */
export type Progress = { steps: Partial<Record<KycStep, boolean>>; missing: KycStep[] }

export const notBegun: Done = { submitted: new Map(), isPep: false, sentBack: new Map() }

export function progressOf(done: Done): Progress {
  const needed = kycSteps.filter((step) => isNeeded(step, done))
  return {
    steps: Object.fromEntries(needed.map((step) => [step, isDone(step, done)])),
    missing: needed.filter((step) => !isDone(step, done)),
  }
}

const isNeeded = (step: KycStep, { isPep }: Done): boolean => step !== 'confirm-pep' || isPep

function isDone(step: KycStep, { submitted, sentBack }: Done): boolean {
  const newest = submitted.get(step)
  if (newest === undefined || newest <= (sentBack.get(step) ?? 0n)) return false
  // A confirmation is of the answer before it.
  return step !== 'confirm-pep' || newest > (submitted.get('pep') ?? 0n)
}
