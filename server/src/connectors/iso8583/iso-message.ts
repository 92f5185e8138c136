import { Secret } from '#kernel/base/secret.ts'
import { fieldDefinitions } from './fields.ts'

export type FieldValue = string | Uint8Array | Secret<string> | Secret<Uint8Array>

/** A message as its fields: text, or bytes for those of kind `b`; what is card data is a `Secret`. */
export type IsoMessage = { mti: string; fields: ReadonlyMap<number, FieldValue> }

/** A field that cannot be read or written, by its number; 0 is the type of the message, 1 the bitmap. */
export class FieldFault extends Error {
  override readonly name = 'FieldFault'
  readonly field: number
  constructor(field: number, problem: string) {
    super(`field ${field}: ${problem}`)
    this.field = field
  }
}

/** A response has the type of its request plus ten; a repeat is answered as the first one. */
export function responseMti(mti: string): string {
  const origin = Number(mti[3])
  return `${mti.slice(0, 2)}${Number(mti[2]) + 1}${origin - (origin % 2)}`
}

/** The text of a field that is not card data. */
export function textOf({ fields }: IsoMessage, field: number): string | undefined {
  const value = fields.get(field)
  return typeof value === 'string' ? value : undefined
}

/** The text of a field of card data, still a secret. */
export function secretTextOf({ fields }: IsoMessage, field: number): Secret<string> | undefined {
  const value = fields.get(field)
  return value instanceof Secret && typeof value.reveal() === 'string' ? (value as Secret<string>) : undefined
}

/** The bytes of a field of card data, still a secret. */
export function secretBytesOf({ fields }: IsoMessage, field: number): Secret<Uint8Array> | undefined {
  const value = fields.get(field)
  return value instanceof Secret && typeof value.reveal() !== 'string' ? (value as Secret<Uint8Array>) : undefined
}

/** For the log and for people: card data is masked, of the card number the first six and last four digits are shown. */
export function describeMessage({ mti, fields }: IsoMessage): string {
  const shown = [...fields].map(([number, value]) => `${number}=${shownValue(number, value)}`)
  return [mti, ...shown].join(' ')
}

function shownValue(number: number, value: FieldValue): string {
  if (number === cardNumber && value instanceof Secret) return maskedNumber(String(value.reveal()))
  if (value instanceof Secret || secretFields.has(number)) return '[secret]'
  return typeof value === 'string' ? value.trimEnd() : Buffer.from(value).toString('hex')
}
const cardNumber = 2
const secretFields = new Set(fieldDefinitions.filter(({ secret }) => secret).map(({ number }) => number))

/** A number too short to be a card's is hidden wholly: six and four digits could be all of it. */
const maskedNumber = (digits: string): string =>
  digits.length < numberLengthMin
    ? '[secret]'
    : `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`
const numberLengthMin = 13
