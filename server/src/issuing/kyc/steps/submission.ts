import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { SubmissionId } from '../ids.ts'
import type { Answers } from './answers.ts'
import type { KycStep, SubmittedStep } from './steps.ts'

/** One submission of a step, without what was said. */
export type Submission = {
  id: SubmissionId
  step: KycStep
  key: string
  /** What was handed in, of a step of our pages. */
  verificationId: string | undefined
  /** Undefined: erased, or of our pages. */
  sealed: Uint8Array | undefined
  submittedAt: Instant
}

/** Whose answers they are. All of it is authenticated with what is sealed, so that a row cannot pass for another's. */
type SubmissionName = { holderId: HolderId; step: SubmittedStep; key: string }

export type SealedAnswers = { key: string; sealed: Uint8Array; digest: Buffer }

/** Answers as they are stored: under a master key, and as a digest with a salt that is in what is sealed. */
export function sealAnswers(
  keys: KeyRing,
  { holderId, step }: Omit<SubmissionName, 'key'>,
  answers: Answers,
): SealedAnswers {
  const key = randomUUID()
  const text = JSON.stringify({ salt: randomBytes(16).toString('base64'), answers })
  return { key, sealed: keys.seal('documents', text, contextOf({ holderId, step, key })), digest: digestOf(text) }
}

/** Throws when the row was changed, or is another holder's or step's. */
export function openAnswers<Step extends SubmittedStep>(
  keys: KeyRing,
  name: SubmissionName & { step: Step },
  sealed: Uint8Array,
): Answers<Step> {
  const { answers } = JSON.parse(keys.open('documents', sealed, contextOf(name)).toString('utf8')) as {
    answers: Answers<Step>
  }
  return answers
}

/** The same text under the newest master key. */
export const sealAnswersAgain = (keys: KeyRing, name: SubmissionName, sealed: Uint8Array): Uint8Array =>
  keys.seal('documents', keys.open('documents', sealed, contextOf(name)), contextOf(name))

const contextOf = ({ holderId, step, key }: SubmissionName): string => `kyc ${step} of ${holderId}, ${key}`
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
