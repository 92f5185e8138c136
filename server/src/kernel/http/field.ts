import { z } from 'zod'
import { NumberText } from '#kernel/base/json.ts'
import { type Currency, type Money, parseMoney } from '#kernel/base/money.ts'
import * as read from './read.ts'
import {
  type Moment,
  date as readDate,
  duration as readDuration,
  moment as readMoment,
  timeZone as readTimeZone,
} from './read-time.ts'

/**
 * The readers of `read.ts` as zod schemas, for the schemas of routes. They read both forms that a client may send: text,
 * as forms and queries have it, and JSON values, whose numbers come as their own digits. Each describes itself for the
 * OpenAPI document.
 */

/** The number of an error about this field, where the dialect numbers it apart from errors about any field. */
export type FieldNumbers = { wrong?: number; missing?: number }

/** A field that must be there. */
export function field<T>(reader: read.Reader<T>, numbers: FieldNumbers = {}) {
  const what = reader.what.field
  return z
    .unknown()
    .transform((sent, context): T => {
      const missing = read.isMissing(sent)
      const value = missing ? undefined : reader.read(sent)
      if (value !== undefined && !(value instanceof read.Fault)) return value
      const message = missing ? `is required: ${what}` : `must be ${what}; it is ${shown(sent)}`
      const number = missing ? numbers.missing : numbers.wrong
      const rule = missing ? { name: 'required' } : value instanceof read.Fault ? ruleOf(value, reader) : undefined
      context.addIssue({ code: 'custom', message, params: { number, rule } })
      return z.NEVER
    })
    .meta({ description: capital(what), ...reader.described })
}

/** The rule that a value breaks, by its name: texts break those of all texts, others that of their reader. */
function ruleOf({ rule, limit }: read.Fault, reader: read.Reader<unknown>): read.Rule | undefined {
  if (rule === 'wrong') return reader.rule
  const limits: Readonly<Partial<Record<typeof rule, string>>> = { too_long: 'max', too_short: 'min' }
  const named = limits[rule]
  return { name: rule, ...(named && { values: { [named]: `${limit}` } }) }
}

/** Digits are quoted as text is: a form cannot tell them apart. */
const shown = (sent: unknown): string => read.shown(read.textOf(sent) ?? sent)
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** A field that may be left out; plugins send empty text for what they do not know. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((sent) => (read.isMissing(sent) ? undefined : sent), schema.optional())

/** A field that clients send and that changes nothing; the documents of the interface say so. It is checked all the same. */
export const ignored = <T extends z.ZodType>(schema: T) =>
  optional(schema).meta({ description: 'Accepted, and changes nothing' })

/** In a change: left out, it stays; sent empty or null, it is removed (null); else it is as sent. */
export const clearable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((sent) => (sent === '' ? null : sent), z.union([z.null(), schema]).optional())

export const text = (rule: read.TextRule, numbers?: FieldNumbers) => field(read.text(rule), numbers)
export const email = (max: number, numbers?: FieldNumbers) => field(read.email(max), numbers)
export const ipAddress = () => field(read.ipAddress)
export const id = <Id extends bigint>(what: string, numbers?: FieldNumbers) => field(read.id<Id>(what), numbers)
export const idAbove = () => field(read.idAbove)
export const wholeNumber = (range: { min: number; max: number }, numbers?: FieldNumbers) =>
  field(read.wholeNumber(range), numbers)
export const yesNo = () => field(read.yesNo)
export const trueOrFalse = () => field(read.trueOrFalse)
export const oneOf = <const T extends string>(choices: readonly T[], rule: FieldNumbers & { what?: string } = {}) =>
  field(read.oneOf(choices, rule.what), rule)
export const jsonObject = (what: string) => field(read.jsonObject(what))
export const moment = () => field(readMoment)
export const date = () => field(readDate)
export const timeZone = () => field(readTimeZone)
export const duration = () => field(readDuration)
export const country = () => field(read.country)
export type ApiMoment = Moment
export const { textOf } = read

/** An amount whose currency stands in another field: `amountIn` makes it money. Its digits are kept, never a float. */
export const amount = (what = 'an amount') => {
  const words = `${what} with at most two decimals, such as 9.90`
  return field<ApiAmount>({
    what: { field: words, form: words },
    described: { type: ['number', 'string'], examples: ['9.90'] },
    rule: { name: 'amount' },
    read: (sent) => (read.readMoney(sent, twoDecimals) ? { digits: read.textOf(sent)! } : new read.Fault('wrong')),
  })
}
/** A decimal number of any scale, with its own digits: a quantity of coins, whose scale is known later. */
export const decimalNumber = (what: string) =>
  field<string>({
    what: { field: what, form: what },
    described: { type: ['number', 'string'], examples: ['0.05'] },
    rule: { name: 'decimal_number' },
    read: (sent) => {
      const digits = read.textOf(sent) ?? ''
      return /^\d{1,30}(?:\.\d{1,36})?$/.test(digits) ? digits : new read.Fault('wrong')
    },
  })

export type ApiAmount = { readonly digits: string }
export const twoDecimals = 'EUR'

export const amountIn = ({ digits }: ApiAmount, currency: Currency): Money => parseMoney(digits, currency)!
/** For comparing with rows of any currency that has two decimals. */
export const minorOf = (given: ApiAmount): bigint => amountIn(given, twoDecimals).minor

/** A list: `k[]=a&k[]=b`, `k=a&k=b`, a JSON list, or one thing alone. */
export const listOf = <T extends z.ZodType>(entry: T, { max }: { max: number }) =>
  z.preprocess(
    (sent) => (read.isMissing(sent) ? undefined : entriesOf(sent)),
    z.array(entry).max(max, `may have at most ${max} entries`),
  )

/** A list that has to have an entry. */
export const notEmpty = <T extends z.ZodType<readonly unknown[]>>(list: T) =>
  list.refine((entries) => entries.length > 0, {
    message: 'must have one entry at least',
    params: { rule: { name: 'too_few', values: { min: '1' } } satisfies read.Rule },
  })

/** A form library that meets more brackets than it trusts gives an object with the numbers as names. */
function entriesOf(sent: unknown): unknown {
  if (Array.isArray(sent)) return sent
  if (typeof sent === 'object' && sent !== null && !(sent instanceof NumberText)) {
    const names = Object.keys(sent)
    return names.every((name) => /^\d+$/.test(name)) ? Object.values(sent) : [sent]
  }
  return [sent]
}
