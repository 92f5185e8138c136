import { rejectReasons } from '#connectors/identity/port.ts'
import { refuse } from '../refusals.ts'
import type { SendBackReason } from '../steps/send-back-reasons.ts'
import { type KycStep, kycSteps } from '../steps/steps.ts'

/** A step that a customer has to take again, with the reason that the customer learns. */
export type StepToSendBack = { step: KycStep; rejectReason?: SendBackReason | undefined }

/** Reads `residence` and `id-verification:document_unreadable`. */
export function readStepToSendBack(typed: string): StepToSendBack {
  const [name, why, ...more] = typed.split(':')
  const step = kycSteps.find((known) => known === name)
  const rejectReason = rejectReasons.find((known) => known === why)
  if (!step || more.length > 0 || (why !== undefined && !rejectReason))
    throw refuse('invalid_step', {
      field: 'steps',
      typed: typed.slice(0, 100),
      steps: kycSteps.join(', '),
      reasons: rejectReasons.join(', '),
    })
  return { step, rejectReason }
}
