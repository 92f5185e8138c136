import { z } from 'zod'
import type { Instant } from '#kernel/base/clock.ts'
import { NumberText, writeJson } from '#kernel/base/json.ts'
import { type Currency, type Money, money, parseMoney } from '#kernel/base/money.ts'
import { maskCardNumbers } from '#kernel/telemetry/log.ts'

/**
 * What the fields of the merchant interface may hold, as schemas that read both forms a client may send: text, as forms
 * and queries have it, and JSON values, whose numbers come as their own digits. Each says in words what it wants, and
 * describes itself for the OpenAPI document.
 */

/** What a complaint about a field is numbered (wire fact 2.4), when it is not just any field. */
export type FieldNumbers = { wrong?: number; missing?: number }

type Described = { type: string | string[]; [keyword: string]: unknown }

/** A field that must be there. `read` gives undefined for what it cannot read. */
function field<T>(
  what: string,
  described: Described,
  read: (unchecked: unknown) => T | undefined,
  numbers: FieldNumbers = {},
) {
  return z
    .unknown()
    .transform((unchecked, context): T => {
      const missing = isUnsaid(unchecked)
      const value = missing ? undefined : read(unchecked)
      if (value !== undefined) return value
      const message = missing ? `is required: ${what}` : `must be ${what}; it is ${shown(unchecked)}`
      const number = missing ? numbers.missing : numbers.wrong
      context.addIssue({ code: 'custom', message, params: { number } })
      return z.NEVER
    })
    .meta({ description: capital(what), ...described })
}

const isUnsaid = (unchecked: unknown): boolean => unchecked === undefined || unchecked === null || unchecked === ''

/** A field that may be left out; plugins send empty text for what they do not know, which says nothing. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((unchecked) => (isUnsaid(unchecked) ? undefined : unchecked), schema.optional())

/** In a change: left out, it stays; sent empty or null, it goes (null); else it is as sent. */
export const clearable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((unchecked) => (unchecked === '' ? null : unchecked), z.union([z.null(), schema]).optional())

export type TextRule = {
  /** In characters. */
  max: number
  pattern?: RegExp
  /** What to send, in words. */
  what: string
  /** Line breaks and tabs are welcome. */
  lines?: boolean
}

/** Text. A number counts as its own digits: clients send identifiers and postal codes as numbers. */
export const text = ({ max, pattern, what, lines = false }: TextRule, numbers?: FieldNumbers) =>
  field(
    `${what}, at most ${max} characters`,
    { type: 'string', maxLength: max, ...(pattern && { pattern: pattern.source }) },
    (unchecked) => {
      const read = textOf(unchecked)
      if (read === undefined || [...read].length > max || !isClean(read, lines)) return undefined
      return pattern && !pattern.test(read) ? undefined : read
    },
    numbers,
  )

/** An address one could write to; whether anybody reads it, only a letter can tell. */
export const email = (max: number, numbers?: FieldNumbers) =>
  field(
    `an e-mail address such as ana@example.com, at most ${max} characters`,
    { type: 'string', format: 'email', maxLength: max },
    (unchecked) => {
      const read = textOf(unchecked)?.trim()
      return read !== undefined && read.length <= max && emailPattern.test(read) ? read : undefined
    },
    numbers,
  )
const emailPattern = /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+\.[^\s@<>()[\],;:"\\.\p{Cc}]+$/u

/** An id of ours: a whole number above zero. */
export const id = <Id extends bigint>(what: string, numbers?: FieldNumbers) =>
  field<Id>(
    what,
    { type: 'integer', minimum: 1 },
    (unchecked) => {
      const digits = textOf(unchecked)
      return digits !== undefined && /^[1-9]\d{0,18}$/.test(digits) && BigInt(digits) < 2n ** 63n
        ? (BigInt(digits) as Id)
        : undefined
    },
    numbers,
  )

/** Follow-up lists: everything after this id, 0 for everything. */
export const idAbove = () =>
  field('an id, or 0', { type: 'integer', minimum: 0 }, (unchecked) => {
    const digits = textOf(unchecked)
    return digits !== undefined && /^\d{1,18}$/.test(digits) ? BigInt(digits) : undefined
  })

export const wholeNumber = ({ min, max }: { min: number; max: number }, numbers?: FieldNumbers) =>
  field(
    `a whole number from ${min} to ${max}`,
    { type: 'integer', minimum: min, maximum: max },
    (unchecked) => {
      const digits = textOf(unchecked)
      const number = digits !== undefined && /^-?\d{1,11}(?:\.0{1,9})?$/.test(digits) ? Number(digits) : Number.NaN
      return number >= min && number <= max ? number : undefined
    },
    numbers,
  )

/** An amount, not yet of a currency: `amountIn` makes it money. Its digits are kept, never a float. */
export const amount = (what = 'an amount') =>
  field(
    `${what} with at most two decimals, such as 9.90`,
    { type: ['number', 'string'], examples: ['9.90'] },
    (unchecked): ApiAmount | undefined => {
      const digits = textOf(unchecked)
      return digits !== undefined && parseMoney(digits, 'EUR') ? { digits } : undefined
    },
  )
export type ApiAmount = { readonly digits: string }

export const amountIn = ({ digits }: ApiAmount, currency: Currency): Money => parseMoney(digits, currency)!
/** For comparing with rows of any of our currencies, which all have two decimals. */
export const minorOf = (given: ApiAmount): bigint => amountIn(given, 'EUR').minor
export const moneyOf = (minor: bigint, currency: Currency): Money => money(minor, currency)

/** Yes or no, in any of the ways that clients say it: true, 1, yes. */
export const yesNo = () =>
  field('1 or 0 (true, false, yes and no are read too)', { type: ['boolean', 'integer', 'string'] }, (unchecked) => {
    const said = typeof unchecked === 'boolean' ? String(unchecked) : textOf(unchecked)?.toLowerCase()
    if (said === 'true' || said === '1' || said === 'yes') return true
    return said === 'false' || said === '0' || said === 'no' ? false : undefined
  })

export const oneOf = <const T extends string>(choices: readonly T[], numbers?: FieldNumbers) =>
  field(
    `one of ${choices.join(', ')}`,
    { type: 'string', enum: [...choices] },
    (unchecked) => choices.find((choice) => choice === unchecked),
    numbers,
  )

/** An object, or the JSON text of one, as forms have it. */
export const jsonObject = (what: string) =>
  field(`${what}: a JSON object`, { type: ['string', 'object'] }, (unchecked): Record<string, unknown> | undefined => {
    try {
      const value: unknown = typeof unchecked === 'string' ? JSON.parse(unchecked) : JSON.parse(writeJson(unchecked))
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
    } catch {
      return undefined
    }
  })

/** A list: `k[]=a&k[]=b`, `k=a&k=b`, a JSON list, or one thing alone. */
export const listOf = <T extends z.ZodType>(entry: T, { max }: { max: number }) =>
  z.preprocess(
    (unchecked) => (isUnsaid(unchecked) ? undefined : entriesOf(unchecked)),
    z.array(entry).max(max, `may have at most ${max} entries`),
  )

/** A form library that meets more brackets than it trusts gives an object with the numbers as names. */
function entriesOf(unchecked: unknown): unknown {
  if (Array.isArray(unchecked)) return unchecked
  if (typeof unchecked === 'object' && unchecked !== null && !(unchecked instanceof NumberText)) {
    const names = Object.keys(unchecked)
    return names.every((name) => /^\d+$/.test(name)) ? Object.values(unchecked) : [unchecked]
  }
  return [unchecked]
}

/** A moment as a client sends it; without an offset it is a moment of the caller's own time zone. */
export type ApiMoment = {
  /** A date alone means the whole day: its first moment, or its last millisecond. */
  in(timeZone: string, edge: 'from' | 'to'): Instant
}

export const moment = () =>
  field(
    'a date and time of ISO 8601, such as 2031-01-31T12:00:00+00:00, or a date alone',
    { type: 'string', examples: ['2031-01-31T12:00:00+00:00'] },
    momentOf,
  )

/** A length of time, not nothing and not back. */
export const duration = () =>
  field(
    'a length of time of ISO 8601, above zero, such as P1D, P1M or PT12H',
    { type: 'string', format: 'duration', examples: ['P1M'] },
    (unchecked) => {
      try {
        const read = Temporal.Duration.from(textOf(unchecked) ?? '')
        return read.sign > 0 ? read : undefined
      } catch (error) {
        if (error instanceof RangeError) return undefined
        throw error
      }
    },
  )

const dateTime = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?(Z|[+ -]\d{2}:?\d{2})?$/i

function momentOf(unchecked: unknown): ApiMoment | undefined {
  const parts = dateTime.exec(textOf(unchecked) ?? '')
  if (!parts || (!parts[2] && parts[3])) return undefined
  const [, day, time, offset] = parts
  try {
    const date = Temporal.PlainDate.from(day!)
    if (!time) return { in: (timeZone, edge) => edgeOf(date, timeZone, edge) }
    // A query that did not escape the plus of the offset delivers a space in its place.
    if (offset) return fixed(Temporal.Instant.from(`${day}T${time}${offset.replace(' ', '+')}`))
    const local = Temporal.PlainDateTime.from(`${day}T${time}`)
    return { in: (timeZone) => local.toZonedDateTime(timeZone).toInstant() }
  } catch (error) {
    if (error instanceof RangeError) return undefined // The 31st of a short month, and the like.
    throw error
  }
}

const fixed = (at: Instant): ApiMoment => ({ in: () => at })
const edgeOf = (date: Temporal.PlainDate, timeZone: string, edge: 'from' | 'to'): Instant =>
  edge === 'from'
    ? date.toZonedDateTime(timeZone).toInstant()
    : date.add({ days: 1 }).toZonedDateTime(timeZone).toInstant().subtract({ milliseconds: 1 })

/** Text as it was sent, or the digits of a number. */
export function textOf(unchecked: unknown): string | undefined {
  if (typeof unchecked === 'string') return unchecked
  if (unchecked instanceof NumberText) return unchecked.text
  return typeof unchecked === 'number' || typeof unchecked === 'bigint' ? String(unchecked) : undefined
}

/** PostgreSQL keeps neither a zero character nor half of a surrogate pair. */
const isClean = (read: string, lines: boolean): boolean =>
  read.isWellFormed() && !read.includes('\0') && !(lines ? controlsButLines : controls).test(read)
const controls = /\p{Cc}/u
const controlsButLines = /(?![\t\n\r])\p{Cc}/u

/** A value as a message may show it: short, and with anything that could be a card number masked. */
function shown(unchecked: unknown): string {
  const read = textOf(unchecked)
  if (read !== undefined) {
    const masked = maskCardNumbers(read)
    return JSON.stringify(masked.length > shownMax ? `${masked.slice(0, shownMax)}…` : masked)
  }
  if (Array.isArray(unchecked)) return 'a list'
  return typeof unchecked === 'object' ? 'an object' : String(unchecked)
}
const shownMax = 60

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
