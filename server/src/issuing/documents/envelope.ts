import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Answers, VerificationId } from './verification.ts'

/** What was typed is personal, too. */
export const sealAnswers = (keys: KeyRing, id: VerificationId, answers: Answers): Uint8Array =>
  keys.seal('documents', JSON.stringify(answers), `answers of verification ${id}`)

export const openAnswers = (keys: KeyRing, id: VerificationId, sealed: Uint8Array): Answers =>
  JSON.parse(keys.open('documents', sealed, `answers of verification ${id}`).toString('utf8')) as Answers

/** By which a change of what was handed in is noticed. Keyed, since names and dates could be guessed. */
export const digestOfAnswers = (keys: KeyRing, id: VerificationId, answers: Answers): Buffer =>
  keys.fingerprint('documents', `answers of verification ${id}: ${JSON.stringify(answers)}`)

/** By which two people with one document are noticed, in whatever verification. */
export const digestOfNumber = (keys: KeyRing, { country, number }: { country: string; number: string }): Buffer =>
  keys.fingerprint('documents', `identity document of ${country}: ${number}`)
