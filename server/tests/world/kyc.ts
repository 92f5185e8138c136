import { startVisit, type Visitor } from './documents.ts'
import { jpeg } from './media.ts'
import type { CallAs, IssuingReply, PartnerFixture } from './partner.ts'
import type { Person } from './staff.ts'
import type { World } from './world.ts'

/** What a customer says in each step. Ana is nobody whom the sandbox knows, so persons decide about her. */
export const answersOfAna = {
  agreement: { accepted: true, termsVersion: '2026-01' },
  'personal-info': {
    firstName: 'Ana',
    lastName: 'Popescu-Țuțuianu',
    dateOfBirth: '1990-02-28',
    nationality: 'RO',
    phoneNumber: '+40 721 234 567',
  },
  residence: { country: 'RO', city: 'Brașov', street: 'Strada Zizinului 5', postalCode: '500414' },
  gender: { gender: 'female' },
  birthplace: { country: 'RO', city: 'Sighișoara' },
  'wealth-and-income': { occupation: 'Baker', sourceOfFunds: 'employment', annualIncome: '24000.00' },
  pep: { isPep: false },
} as const
export type FormStep = keyof typeof answersOfAna
export const formSteps = Object.keys(answersOfAna) as FormStep[]

/** Submits one step; `changes` to what Ana says. */
export const submits = (call: CallAs, step: FormStep, changes: Record<string, unknown> = {}): Promise<IssuingReply> =>
  call('POST', `/kyc/${step}`, { body: { ...answersOfAna[step], ...changes } })

export type CustomerChanges = { firstName?: string; isPep?: boolean }

/** Hands in documents and submits every step, under a first name by which the sandbox provider decides. Returns the last reply. */
export async function submitsAll(world: World, call: CallAs, changes: CustomerChanges = {}): Promise<IssuingReply> {
  await handsInDocuments(world, call)
  let last: IssuingReply | undefined
  for (const step of formSteps) last = await submits(call, step, changesOf(step, changes))
  return last!
}

const changesOf = (step: FormStep, { firstName, isPep }: CustomerChanges) => ({
  ...(step === 'personal-info' && firstName !== undefined && { firstName }),
  ...(step === 'pep' && isPep !== undefined && { isPep }),
})

/** Goes through our pages for documents: a passport that is valid until the end of July 2030, and a proof of address. */
export async function handsInDocuments(world: World, call: CallAs): Promise<void> {
  await handsInPassport(world, call)
  await fillsInAddress(world, await startVisit(world, call, 'poa'))
}

export async function fillsInAddress(world: World, address: Visitor): Promise<void> {
  const issuedOn = world.app.clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
  const page = await address.fill({ kind: 'utility_bill', issuedOn })
  await address.fill({}, await address.sends(jpeg(), { page }))
}

export const handsInPassport = async (world: World, call: CallAs, expiresOn?: string): Promise<void> =>
  fillsInPassport(await startVisit(world, call), expiresOn)

export async function fillsInPassport(passport: Visitor, expiresOn = '2030-07-31'): Promise<void> {
  const details = await passport.fill({ kind: 'passport', country: 'RO' })
  const front = await passport.fill({ number: 'C01X00T47', expiresOn }, details)
  const selfie = await passport.sends(jpeg(), { page: front })
  await passport.fill({}, await passport.sends(jpeg(), { page: selfie }))
}

/** A new customer of the partner whose case waits for a person, with the way in which this person decides. */
export async function waitsForPerson(
  { world, partner, by }: { world: World; partner: PartnerFixture; by: Person },
  changes: CustomerChanges = {},
) {
  const customer = await partner.customer()
  await submitsAll(world, customer.call, changes)
  await world.runUntilIdle()
  const caseId = await caseOf(world, customer.customerId)
  type Headers = Record<string, string>
  const decide = (decision: string, more: Record<string, unknown> = {}, person = by, headers: Headers = {}) =>
    person.call('POST', `/kyc/cases/${caseId}/${decision}`, {
      body: { reason: 'The documents are right.', ...more },
      headers,
    })
  const kyc = async () => (await customer.call('GET', '/kyc')).body
  return { ...customer, caseId, decide, kyc }
}

/** The newest case of a customer. */
export async function caseOf({ query }: World, customerId: string): Promise<string> {
  const rows = await query(`select id from kyc.cases where holder_id = '${customerId}' order by id desc limit 1`)
  return String(rows[0]!.id)
}
