import { verificationsOf } from '#issuing/documents'
import { type PersonFacts, screenPerson } from '#issuing/screening'
import type { KycContext } from './context.ts'
import { answersIn } from './steps/done.ts'
import { newestSubmissions } from './store.ts'
import type { KycCase } from './transition-case.ts'

/**
 * Compares the customer of a case with the sanctions lists: by the names that they have given and those of their
 * document. Again before each approval, since what was said may have been corrected.
 */
export async function screenCase(ctx: KycContext, kycCase: KycCase): Promise<void> {
  const facts = await factsOf(ctx, kycCase)
  if (facts) await screenPerson(ctx, kycCase.holderId, facts)
}

/** Undefined: the customer has not said who they are. */
async function factsOf(ctx: KycContext, kycCase: KycCase): Promise<PersonFacts | undefined> {
  const [submissions, { id }] = await Promise.all([
    newestSubmissions(ctx.db, kycCase.id),
    verificationsOf(ctx, kycCase.holderId),
  ])
  const answers = answersIn(ctx, kycCase, submissions, 'personal-info')
  if (!answers) return undefined
  const residence = answersIn(ctx, kycCase, submissions, 'residence')
  const birthplace = answersIn(ctx, kycCase, submissions, 'birthplace')
  const inDocument = id?.person && [`${id.person.givenNames} ${id.person.surname}`]
  const elsewhere = [...(answers.otherNationalities ?? []), residence?.country, birthplace?.country]
  return {
    names: [`${answers.firstName} ${answers.lastName}`, ...(inDocument ?? [])],
    birthDate: Temporal.PlainDate.from(answers.dateOfBirth),
    countries: [answers.nationality, ...elsewhere.filter((country) => country !== undefined)],
  }
}
