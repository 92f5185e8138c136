import { isIP } from 'node:net'
import { countryRule, readCountryCode } from '#kernel/base/country.ts'
import { readId } from '#kernel/base/id.ts'
import { isJsonObject, type JsonObject, NumberText, parseJsonExactly, writeJson } from '#kernel/base/json.ts'
import { maskNumbersInText } from '#kernel/base/mask-numbers.ts'
import { type Currency, type Money, negate, parseMoney } from '#kernel/base/money.ts'
import { maskCardNumbers } from '#kernel/telemetry/log.ts'

/**
 * What a field of a request may hold. Each rule and pattern is here once, as a pure function from what was sent to a
 * value or a fault. Two adapters use them: `field.ts` makes zod schemas of them, for routes and their OpenAPI document;
 * `form-field.ts` collects what is wrong with a whole form. The two have always worded some rules differently, and
 * clients have seen both; so a reader carries both wordings.
 */
export type Reader<T> = {
  /** What to send, as it goes on after "must be". */
  what: Words
  /** For OpenAPI. */
  described: Described
  /** The rule that a wrong value breaks, for who says it in another language. */
  rule?: Rule
  read(sent: unknown): T | Fault
}
export type Words = { field: string; form: string }
/** A stable name, and what the rule names: `whole_number` from `min` to `max`. */
export type Rule = { name: string; values?: Readonly<Record<string, string>> }
export type Described = { type: string | string[]; [keyword: string]: unknown }

/** Why a value cannot be read. `wrong`: it is not what `what` says. */
export class Fault {
  readonly rule: 'wrong' | 'too_long' | 'too_short' | 'control_characters'
  /** Of a text that is too long or too short, in characters: the limit, and what it has. */
  readonly limit: number
  readonly has: number
  constructor(rule: Fault['rule'], limit = 0, has = 0) {
    this.rule = rule
    this.limit = limit
    this.has = has
  }
}
const wrong = new Fault('wrong')

const same = (words: string): Words => ({ field: words, form: words })
const orWrong = <T>(value: T | undefined): T | Fault => (value === undefined ? wrong : value)

/** A field was left out: clients send empty text and null for what they do not know. */
export const isMissing = (sent: unknown): boolean => sent === undefined || sent === null || sent === ''

/** Text as it was sent, or the digits of a number: clients send identifiers and postal codes as numbers. */
export function textOf(sent: unknown): string | undefined {
  if (typeof sent === 'string') return sent
  if (sent instanceof NumberText) return sent.text
  return typeof sent === 'number' || typeof sent === 'bigint' ? String(sent) : undefined
}

/** PostgreSQL stores neither a zero character nor half of a surrogate pair. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0')
const controls = /\p{Cc}/u
const controlsButLines = /(?![\t\n\r])\p{Cc}/u

export type TextRule = {
  /** In characters, not bytes. */
  max: number
  min?: number
  pattern?: RegExp
  /** What to send, in words. */
  what: string
  /** Line breaks and tabs are allowed. */
  lines?: boolean
  /** What people write as they like: a card number in it is masked, and so never stored. */
  prose?: boolean
}

export const text = ({ max, min = 0, pattern, what, lines = false, prose = false }: TextRule): Reader<string> => ({
  what: { field: `${what}, at most ${max} characters`, form: what },
  described: { type: 'string', maxLength: max, ...(pattern && { pattern: pattern.source }) },
  read: (sent) => {
    const read = textOf(sent)
    if (read === undefined) return wrong
    const length = countCharacters(read)
    if (length > max) return new Fault('too_long', max, length)
    if (length < min) return new Fault('too_short', min, length)
    if (!isStorable(read) || (lines ? controlsButLines : controls).test(read)) return new Fault('control_characters')
    // A text of a pattern that holds a card number is refused: masked, it would not be read a second time.
    const kept = prose ? maskNumbersInText(read) : read
    return pattern && !pattern.test(kept) ? wrong : kept
  },
})

/** Most texts have no character of two units, which to count takes ten times as long. */
const countCharacters = (text: string): number => (/[\ud800-\udfff]/.test(text) ? [...text].length : text.length)

/**
 * An address that can be written to; only a message shows whether it is read. One pattern for the whole program:
 * letters of any script, and nothing by which a mail header could be read as two addresses, as a name with an address,
 * or as another line.
 */
const emailPattern = /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+\.[^\s@<>()[\],;:"\\.\p{Cc}]+$/u

/** RFC 5321, section 4.5.3.1.3, less the angle brackets. */
const emailMax = 254

/** Whether a text, without spaces around it, is an e-mail address. */
export const isEmailAddress = (text: string, max = emailMax): boolean =>
  [...text].length <= max && emailPattern.test(text)

/** An e-mail address, without the spaces around it. */
export const email = (max: number): Reader<string> => {
  const what = 'an e-mail address, such as ana@example.com'
  const { read } = text({ max, what, pattern: emailPattern })
  return {
    what: { field: `an e-mail address such as ana@example.com, at most ${max} characters`, form: what },
    described: { type: 'string', format: 'email', maxLength: max },
    rule: { name: 'email' },
    read: (sent) => read(typeof sent === 'string' ? sent.trim() : sent),
  }
}

/** An address of IPv4 or IPv6, without a port. */
export const ipAddress: Reader<string> = {
  what: same('an IP address such as 203.0.113.9'),
  rule: { name: 'ip_address' },
  described: { type: 'string' },
  read: (sent) => {
    const address = typeof sent === 'string' ? sent.trim() : ''
    return isIP(address) ? address : wrong
  },
}

/** A country of ISO 3166-1, in letters of either case. */
export const country: Reader<string> = {
  what: same(countryRule),
  rule: { name: 'country' },
  described: { type: 'string', pattern: '^[A-Za-z]{2}$', examples: ['RO'] },
  read: (sent) => orWrong(typeof sent === 'string' ? readCountryCode(sent) : undefined),
}

/** An id of ours: a whole number above zero that fits in 64 bits. */
export const id = <Id extends bigint>(what: string): Reader<Id> => ({
  what: same(what),
  described: { type: 'integer', minimum: 1 },
  rule: { name: 'id' },
  read: (sent) => orWrong(readId<Id>(textOf(sent))),
})

/** An id, or 0: lists that are read on from an id begin at 0. */
export const idAbove: Reader<bigint> = {
  what: same('an id, or 0'),
  described: { type: 'integer', minimum: 0 },
  read: (sent) => {
    const digits = textOf(sent) ?? ''
    return /^\d{1,18}$/.test(digits) ? BigInt(digits) : wrong
  },
}

/** A whole number in decimal digits, as a number or as text. `3.0` is how some languages write 3. */
export const wholeNumber = ({ min, max }: { min: number; max: number }): Reader<number> => ({
  what: same(`a whole number from ${min} to ${max}`),
  described: { type: 'integer', minimum: min, maximum: max },
  rule: { name: 'whole_number', values: { min: `${min}`, max: `${max}` } },
  read: (sent) => {
    const digits = textOf(sent) ?? ''
    const number = /^-?\d{1,11}(?:\.0{1,9})?$/.test(digits) ? Number(digits) : Number.NaN
    return number >= min && number <= max ? number : wrong
  },
})

/** Yes or no, in all the ways that clients write it. */
export const yesNo: Reader<boolean> = {
  what: { field: '1 or 0 (true, false, yes and no are read too)', form: 'true or false' },
  described: { type: ['boolean', 'integer', 'string'] },
  rule: { name: 'yes_or_no' },
  read: (sent) => {
    const read = typeof sent === 'boolean' ? String(sent) : (textOf(sent)?.toLowerCase() ?? '')
    return yes.includes(read) ? true : no.includes(read) ? false : wrong
  },
}
/** The same in an interface of JSON, whose users know the two words. */
export const trueOrFalse: Reader<boolean> = { ...yesNo, what: same('true or false (1, 0, yes and no are read too)') }
const yes = ['true', '1', 'yes']
const no = ['false', '0', 'no']

/** `what` takes the place of the choices where they are too many to read. */
export const oneOf = <const T extends string>(choices: readonly T[], what?: string): Reader<T> => ({
  what: same(what ?? `one of ${choices.join(', ')}`),
  described: { type: 'string', enum: [...choices] },
  ...(what === undefined && { rule: { name: 'one_of', values: { choices: choices.join(', ') } } }),
  read: (sent) => orWrong(choices.find((choice) => choice === sent)),
})

/**
 * Money of zero or more, or with `signed` of any sign, in the decimals of its currency. A number and its text are the
 * same: the digits are read as they were written. With `zeros`, decimals beyond those of the currency may follow when
 * they are zero, as decimal types of .NET and of databases write them (`100.5000`).
 */
export function readMoney(
  sent: unknown,
  currency: Currency,
  { signed = false, zeros = false }: { signed?: boolean; zeros?: boolean } = {},
): Money | undefined {
  const read = textOf(sent)
  if (read === undefined) return undefined
  const negative = signed && read.startsWith('-')
  const digits = negative ? read.slice(1) : read
  const parsed = parseMoney(digits, currency) ?? (zeros ? parseMoney(shortest(digits), currency) : undefined)
  return parsed && negative ? negate(parsed) : parsed
}
const shortest = (digits: string): string =>
  digits.replace(/^(\d{1,13})\.(\d{0,20}?)0{1,20}$/, (_, whole: string, rest: string) =>
    rest ? `${whole}.${rest}` : whole,
  )

/** An object, or the JSON text of one, as forms have it. Its numbers keep their digits. */
export const jsonObject = (what: string): Reader<JsonObject> => ({
  what: same(`${what}: a JSON object`),
  described: { type: ['string', 'object'] },
  read: (sent) => {
    try {
      const value = parseJsonExactly(typeof sent === 'string' ? sent : writeJson(sent))
      return isJsonObject(value) ? value : wrong
    } catch {
      return wrong
    }
  },
})

/** A value as a message may show it: short, and with anything that could be a card number masked. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shortened(value))
  const digits = textOf(value)
  if (digits !== undefined) return shortened(digits)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

function shortened(value: string): string {
  const masked = maskCardNumbers(value)
  return masked.length > shownMax ? `${masked.slice(0, shownMax)}…` : masked
}
const shownMax = 60
