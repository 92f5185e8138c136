import { iso31661 } from 'iso-3166'
import { readCountryCode } from '#kernel/base/country.ts'
import { textOf } from '#kernel/http/read.ts'
import { type Mrz, type MrzProblem, readMrz } from './mrz.ts'
import { type Answers, type DocumentKind, documentKinds, type MrzPerson, proofKinds } from './verification.ts'

/** What can be wrong with what a visitor typed, and where. */
export type TypedProblem =
  | MrzProblem
  | {
      problem:
        | 'kind_missing'
        | 'country_unknown'
        | 'details_missing'
        | 'mrz_other_kind'
        | 'mrz_other_country'
        | 'number_wrong'
        | 'expiry_wrong'
        | 'expired'
        | 'issued_wrong'
        | 'issued_future'
        | 'issued_old'
    }
export type TypedField = 'kind' | 'country' | 'mrz' | 'number' | 'expiresOn' | 'issuedOn'
export type TypedError = { field: TypedField } & TypedProblem

type Form = Readonly<Record<string, unknown>>
export type Read<T> = { value: T } | { errors: TypedError[] }

/** Which document, and of which country. Another one makes all that follows new. */
export function readDocument(form: Form): Read<Pick<Answers, 'document' | 'details'>> {
  const kind = documentKinds.find((each) => each === form.kind)
  const country = readCountryCode(typedIn(form, 'country'))
  const errors: TypedError[] = []
  if (!kind) errors.push({ field: 'kind', problem: 'kind_missing' })
  if (!country) errors.push({ field: 'country', problem: 'country_unknown' })
  if (!kind || !country) return { errors }
  return { value: { document: { kind, country }, details: undefined } }
}

/** The machine-readable lines, or the number and the date of a document that has none. The lines win. */
export function readDetails(
  form: Form,
  { kind, country }: NonNullable<Answers['document']>,
  today: Temporal.PlainDate,
): Read<Pick<Answers, 'details'>> {
  const [mrz, number, expiresOn] = [typedIn(form, 'mrz'), typedIn(form, 'number'), typedIn(form, 'expiresOn')]
  if (mrz !== '') return readLines(mrz.slice(0, mrzMax), { kind, country }, today)
  if (number === '' && expiresOn === '') return { errors: [{ field: 'mrz', problem: 'details_missing' }] }
  const errors: TypedError[] = []
  const plain = number.toUpperCase().replaceAll(/[\s/.\p{Pd}]/gu, '')
  if (!/^[A-Z0-9]{4,24}$/.test(plain)) errors.push({ field: 'number', problem: 'number_wrong' })
  const date = dateOf(expiresOn)
  if (!date) errors.push({ field: 'expiresOn', problem: 'expiry_wrong' })
  else if (isPast(date, today)) errors.push({ field: 'expiresOn', problem: 'expired' })
  if (errors.length > 0) return { errors }
  return { value: { details: { number: plain, expiresOn, person: undefined } } }
}
/** More than any document has, with room for spaces. */
const mrzMax = 400

function readLines(
  text: string,
  { kind, country }: NonNullable<Answers['document']>,
  today: Temporal.PlainDate,
): Read<Pick<Answers, 'details'>> {
  const read = readMrz(text, today)
  if ('problems' in read) return { errors: read.problems.map((problem) => ({ field: 'mrz', ...problem })) }
  const { number, expiresOn } = read
  const errors: TypedError[] = []
  if (!isOfKind(read, kind)) errors.push({ field: 'mrz', problem: 'mrz_other_kind' })
  if (countryOf(read.issuer) !== country) errors.push({ field: 'mrz', problem: 'mrz_other_country' })
  if (expiresOn && isPast(expiresOn, today)) errors.push({ field: 'mrz', problem: 'expired' })
  if (errors.length > 0) return { errors }
  return { value: { details: { number, expiresOn: expiresOn?.toString(), person: personOf(read) } } }
}

const personOf = ({ surname, givenNames, birthDate, sex, nationality }: Mrz): MrzPerson => ({
  ...{ surname, givenNames, birthDate: birthDate?.toString(), sex, nationality },
})

/** Passports begin with P and visas with V; cards with other letters, which differ from country to country. */
const isOfKind = ({ code }: Mrz, kind: DocumentKind): boolean =>
  kind === 'passport' ? code.startsWith('P') : !/^[PV]/.test(code)

/** The lines have three letters, but for Germany, other ones for some people of Britain, and one that ISO 3166 lacks (ICAO 9303-3, section 5). */
function countryOf(issuer: string): string | undefined {
  if (issuer === 'D') return 'DE'
  if (/^GB[DNOPS]$/.test(issuer)) return 'GB'
  if (issuer === 'RKS') return 'XK'
  return iso31661.find(({ alpha3 }) => alpha3 === issuer)?.alpha2
}

/** What shows an address, and how old that is: three months at most. */
export function readStatement(form: Form, today: Temporal.PlainDate): Read<Pick<Answers, 'statement'>> {
  const kind = proofKinds.find((each) => each === form.kind)
  const issuedOn = typedIn(form, 'issuedOn')
  const date = dateOf(issuedOn)
  const errors: TypedError[] = []
  if (!kind) errors.push({ field: 'kind', problem: 'kind_missing' })
  if (!date) errors.push({ field: 'issuedOn', problem: 'issued_wrong' })
  else if (isPast(today, date)) errors.push({ field: 'issuedOn', problem: 'issued_future' })
  else if (isPast(date, today.subtract({ months: 3 }))) errors.push({ field: 'issuedOn', problem: 'issued_old' })
  if (!kind || errors.length > 0) return { errors }
  return { value: { statement: { kind, issuedOn } } }
}

export const typedIn = (form: Form, name: string): string => textOf(form[name])?.trim() ?? ''

function dateOf(text: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return undefined
  }
}

/** Whether a day lies before another one. */
const isPast = (date: Temporal.PlainDate, other: Temporal.PlainDate): boolean =>
  Temporal.PlainDate.compare(date, other) < 0
