import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { HolderId } from '#issuing/ids'
import { type decideCase, decideCase as decideKyc, findCase } from '#issuing/kyc'
import { asHolder } from './cardholder.ts'
import { type Stage, storyZone } from './stage.ts'

export type KycPerson = { firstName: string; lastName: string; isPep?: boolean }

const answersOf = ({ firstName, lastName, isPep = false }: KycPerson) => ({
  agreement: { accepted: true, termsVersion: '2026-05' },
  'personal-info': {
    firstName,
    lastName,
    dateOfBirth: '1990-04-17',
    nationality: 'RO',
    phoneNumber: '+40 721 234 567',
  },
  residence: { country: 'RO', city: 'Brașov', street: 'Strada Lungă 5', postalCode: '500035' },
  gender: { gender: 'female' },
  birthplace: { country: 'RO', city: 'Sibiu' },
  'wealth-and-income': { occupation: 'Baker', sourceOfFunds: 'employment', annualIncome: '30000.00' },
  pep: { isPep },
})

/** Documents on our pages, and an answer to each step. */
export async function handIn(stage: Stage, customerId: string, person: KycPerson): Promise<void> {
  const call = await asHolder(stage, customerId)
  const today = stage.clock.now().toZonedDateTimeISO(storyZone).toPlainDate()
  const passport = await call('POST', '/kyc/id-verification/start', {})
  const expiresOn = today.add({ years: 5 }).toString()
  await fillIn(stage, String(passport.url), [
    { kind: 'passport', country: 'RO' },
    { number: 'C01X00T47', expiresOn },
    specimens.identity,
    specimens.face,
    {},
  ])
  const address = await call('POST', '/kyc/poa-verification/start', {})
  await fillIn(stage, String(address.url), [{ kind: 'utility_bill', issuedOn: today.toString() }, specimens.bill, {}])
  for (const [step, body] of Object.entries(answersOf(person))) await call('POST', `/kyc/${step}`, body)
}

type Decision = Parameters<typeof decideCase>[1]['decision']

/** Somebody of compliance decides. */
export async function decide(stage: Stage, customerId: string, decision: Decision, reason: string): Promise<void> {
  const { app, seeded } = stage
  const carmen = seeded.people!.people.find(({ role, scope }) => role === 'compliance' && scope.kind === 'platform')!
  const kycCase = await findCase(app.db, customerId as HolderId)
  if (!kycCase) throw new Error(`customer ${customerId} has handed in nothing`)
  const by = { actor: `staff ${carmen.id}`, staffId: carmen.id, fromWhere: 'dashboard', reason }
  await decideKyc(app, { by, scope: { kind: 'platform', id: 'platform' }, caseId: kycCase.id, decision })
}

type Form = Readonly<Record<string, string>> | Uint8Array

/** Sends the first form of a page, and that of each page behind it. */
async function fillIn(stage: Stage, url: string, forms: readonly Form[]): Promise<void> {
  let page = await visit(stage, new URL(url).pathname)
  for (const form of forms) {
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
    if (!action) throw new Error(`there is no form on ${/<h1[^>]*>([^<]*)/.exec(page)?.[1]}`)
    const sent =
      form instanceof Uint8Array ? upload(form) : { payload: new URLSearchParams(form).toString(), headers: urlencoded }
    const reply = await stage.request({ method: 'POST', url: action, ...sent })
    page = reply.status === 303 ? await visit(stage, String(reply.headers.location)) : reply.body
  }
}
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

const visit = async (stage: Stage, url: string): Promise<string> => (await stage.request({ method: 'GET', url })).body

/** Specimens that show what a person of compliance has to look at, of nobody. */
const specimen = (name: string) => readFileSync(new URL(`./specimens/${name}.jpg`, import.meta.url))
const specimens = { identity: specimen('identity'), face: specimen('face'), bill: specimen('utility-bill') }

function upload(photo: Uint8Array): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `----${randomUUID()}`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="photo.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), photo, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}
