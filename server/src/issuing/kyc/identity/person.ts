import assert from 'node:assert/strict'
import type { PersonFacts } from '#connectors/identity/port.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { answersIn } from '../steps/done.ts'
import type { SubmittedStep } from '../steps/steps.ts'
import type { Submission } from '../steps/submission.ts'
import type { KycCase } from '../transition-case.ts'

/** What a customer has said of themselves, of a case in which nothing is missing. */
export function personOf(
  { keys }: { keys: KeyRing },
  kycCase: KycCase,
  submissions: readonly Submission[],
): PersonFacts {
  const answers = <Step extends SubmittedStep>(step: Step) => {
    const found = answersIn({ keys }, kycCase, submissions, step)
    assert(found !== undefined, `${step} of case ${kycCase.id} was submitted`)
    return found
  }
  const { firstName, lastName, dateOfBirth, nationality, phoneNumber } = answers('personal-info')
  const { gender } = answers('gender')
  return {
    firstName,
    lastName,
    dateOfBirth: Temporal.PlainDate.from(dateOfBirth),
    nationality,
    phoneNumber,
    gender,
    residence: answers('residence'),
    birthplace: answers('birthplace'),
  }
}
