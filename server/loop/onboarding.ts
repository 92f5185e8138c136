import { submit, titleOf, visit } from './browser.ts'
import type { Call } from './partner.ts'
import { photo } from './photo.ts'

/** Ana, as the steps of KYC ask her. In staging her first name decides: the sandbox approves her. */
const answers = {
  agreement: { accepted: true, termsVersion: '2026-05' },
  'personal-info': {
    firstName: 'Approve',
    lastName: 'Popescu',
    dateOfBirth: '1990-04-17',
    nationality: 'RO',
    phoneNumber: '+40 721 234 567',
  },
  residence: { country: 'RO', city: 'Brașov', street: 'Strada Lungă 5', postalCode: '500035' },
  gender: { gender: 'female' },
  birthplace: { country: 'RO', city: 'Sibiu' },
  'wealth-and-income': { occupation: 'Baker', sourceOfFunds: 'employment', annualIncome: '30000.00' },
  pep: { isPep: false },
}

/** Each step by the interface; returns their number. */
export async function answerSteps(call: Call): Promise<number> {
  for (const [step, body] of Object.entries(answers)) await call('POST', `/kyc/${step}`, body)
  return Object.keys(answers).length
}

/** The documents on the pages of Florin; returns the title of the last one. */
export async function handInDocuments(call: Call, { today, validUntil }: Days): Promise<string> {
  const passport = await call('POST', '/kyc/id-verification/start', {})
  await fillIn(passport.url, [
    { kind: 'passport', country: 'RO' },
    { number: 'C01X00T47', expiresOn: validUntil },
    { file: photo() },
    { file: photo() },
    {},
  ])
  const address = await call('POST', '/kyc/poa-verification/start', {})
  return fillIn(address.url, [{ kind: 'utility_bill', issuedOn: today }, { file: photo() }, {}])
}
export type Days = { today: string; validUntil: string }

async function fillIn(url: string, forms: readonly Readonly<Record<string, string | Blob>>[]): Promise<string> {
  let page = await visit(url)
  for (const fields of forms) page = await submit(page, fields)
  return titleOf(page)
}
