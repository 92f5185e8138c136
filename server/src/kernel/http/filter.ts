import { z } from 'zod'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, parseMoney } from '#kernel/base/money.ts'
import type { Period } from '#kernel/db/list.ts'
import { field, optional, timeZone } from './field.ts'
import { momentShape, momentText } from './json-shape.ts'
import { Fault, textOf } from './read.ts'
import { type Moment, moment } from './read-time.ts'

/** The filters of long lists, as they stand in an address: `status=failed,uncertain&amount=10..50&created=last-7d`. */

/** Some of a set of words, or all others. */
export type Several<T extends string> = { named: readonly T[]; isNot: boolean }

/** One of these, or several by comma; with `!` in front, all others. */
export function several<const T extends string>(choices: readonly T[]) {
  const what = `one or more of ${choices.join(', ')} by comma, or all but these with ! in front`
  return optional(
    field<Several<T>>({
      what: { field: what, form: what },
      described: { type: 'string', examples: [choices.slice(0, 2).join(',')] },
      read: (sent) => {
        const sentText = textOf(sent) ?? ''
        const isNot = sentText.startsWith('!')
        const named = sentText.slice(isNot ? 1 : 0).split(',')
        const known = choices.filter((choice) => named.includes(choice))
        return known.length === new Set(named).size ? { named: known, isNot } : new Fault('wrong')
      },
    }),
  )
}

/** Those of a set that a filter selects; `meant` says what a word of it means, where that is another one or several. */
export function chosen<T extends string, Word extends string = T>(
  all: readonly T[],
  { named, isNot }: Several<Word>,
  meant: (word: Word) => readonly string[] = (word) => [word],
): T[] {
  const words = named.flatMap(meant)
  return all.filter((one) => words.includes(one) !== isNot)
}

/** Several words by comma. */
export function words({ max, each, what }: { max: number; each: number; what: string }) {
  return optional(
    field<readonly string[]>({
      what: { field: `${what}, at most ${max} by comma`, form: what },
      described: { type: 'string' },
      read: (sent) => {
        const named = [...new Set((textOf(sent) ?? '').split(','))]
        const isRight = named.length <= max && named.every((name) => name.length > 0 && name.length <= each)
        return isRight ? named : new Fault('wrong')
      },
    }),
  )
}

/** Some currencies. */
export const currencyWords = () => words({ max: 20, each: 4, what: 'a currency such as EUR, or several' })

/** `10..50`, `10..`, `..50` or `10`, as it was written; `amountsIn` reads it in a currency. */
export type AmountRange = { from: string | undefined; to: string | undefined }
const rangeWords = 'an amount or a range with either end open, such as 10..50, 10.. or 9.90'

export const amountRange = () =>
  optional(
    field<AmountRange>({
      what: { field: rangeWords, form: rangeWords },
      described: { type: 'string', examples: ['10..50'] },
      read: (sent) => {
        const [, from, dots, to] = rangePattern.exec(textOf(sent) ?? '') ?? []
        if (!from && !to) return new Fault('wrong')
        return { from: from || undefined, to: dots ? to || undefined : from }
      },
    }),
  ).meta({ description: 'Needs `currency`.' })
const rangePattern = /^(\d{1,15}(?:\.\d{1,4})?)?(?:(\.\.)(\d{1,15}(?:\.\d{1,4})?)?)?$/

/** In minor units. Undefined if an end has more decimals than the currency. */
export function amountsIn({ from, to }: AmountRange, currency: Currency): { from?: bigint; to?: bigint } | undefined {
  const [first, last] = [from, to].map((text) => (text === undefined ? undefined : parseMoney(text, currency)))
  if ((from !== undefined && !first) || (to !== undefined && !last)) return undefined
  return { ...(first && { from: first.minor }), ...(last && { to: last.minor }) }
}

const tokens = ['today', 'yesterday', 'last-7d', 'last-30d', 'this-month', 'last-month'] as const
type Token = (typeof tokens)[number]

/** When something was made: a token that moves with time, or days or moments of which either may be left open. */
export type CreatedFilter = Token | { from: Moment | undefined; to: Moment | undefined }
const createdWords = `${tokens.join(', ')}, or days such as 2031-01-01..2031-01-31, 2031-01-01.. or 2031-01-31`

/** The field `created`, and the time zone whose days it means. */
export const createdQuery = {
  created: optional(
    field<CreatedFilter>({
      what: { field: createdWords, form: createdWords },
      described: { type: 'string', examples: ['last-7d', '2031-01-01..2031-01-31'] },
      read: (sent) => createdOf(textOf(sent) ?? '') ?? new Fault('wrong'),
    }),
  ).meta({ description: 'When it was made: whole days of `timeZone`, both included.' }),
  timeZone: optional(timeZone()).meta({
    description: 'Whose days `created` means. Default: that of whose the list is, if all have the same; else UTC.',
  }),
}

function createdOf(text: string): CreatedFilter | undefined {
  if (tokens.includes(text as Token)) return text as Token
  const [first = '', last = first, ...more] = text.split('..')
  const [from, to] = [first, last].map((end) => (end === '' ? undefined : moment.read(end)))
  if (more.length > 0 || (!from && !to) || from instanceof Fault || to instanceof Fault) return undefined
  return { from, to }
}

/** From the first moment, and before the second. */
export type CreatedPeriod = { from: Instant | undefined; until: Instant | undefined; timeZone: string }

/** The moments that a filter means, by the days of a time zone. */
export function createdPeriod(filter: CreatedFilter, zone: string, now: Instant): CreatedPeriod {
  if (typeof filter === 'string') {
    const { first, last } = daysOf(filter, now.toZonedDateTimeISO(zone).toPlainDate())
    const from = first.toZonedDateTime(zone).toInstant()
    return { from, until: last.add({ days: 1 }).toZonedDateTime(zone).toInstant(), timeZone: zone }
  }
  // Behind the last moment of a day.
  const until = filter.to?.in(zone, 'to').add({ microseconds: filter.to.dateOnly ? 1 : 0 })
  return { from: filter.from?.in(zone, 'from'), until, timeZone: zone }
}

function daysOf(token: Token, today: Temporal.PlainDate): { first: Temporal.PlainDate; last: Temporal.PlainDate } {
  const monthBegan = today.with({ day: 1 })
  switch (token) {
    case 'today':
      return { first: today, last: today }
    case 'yesterday':
      return { first: today.subtract({ days: 1 }), last: today.subtract({ days: 1 }) }
    case 'last-7d':
      return { first: today.subtract({ days: 6 }), last: today }
    case 'last-30d':
      return { first: today.subtract({ days: 29 }), last: today }
    case 'this-month':
      return { first: monthBegan, last: today }
    case 'last-month':
      return { first: monthBegan.subtract({ months: 1 }), last: monthBegan.subtract({ days: 1 }) }
  }
}

/** With both ends included, as the database keeps moments: to the microsecond. */
export const inclusive = ({ from, until }: CreatedPeriod): Period => ({
  from,
  to: until?.subtract({ microseconds: 1 }),
})

/** For the reply of a list. */
export const periodRecord = ({ from, until, timeZone }: CreatedPeriod): z.output<typeof periodShape> => ({
  ...(from && { from: momentText(from) }),
  ...(until && { to: momentText(until) }),
  timeZone,
})
export const periodShape = z.strictObject({
  from: momentShape.optional(),
  to: momentShape.optional().meta({ description: 'The first moment after it.' }),
  timeZone: z.string(),
})
