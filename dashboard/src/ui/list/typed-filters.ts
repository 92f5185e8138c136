import type { Search } from '../../urls.ts'
import { type Filter, isPeriodWord, isValueOf, readChoice, readRange, writeChoice, writeRange } from './filter.ts'

/** What a text says to a list. */
export type Typed = {
  /** The filters that it names, with values as the address of the list has them. */
  values: Search
  /** What names no filter: it is looked for as text. */
  free: string
  /** Names of which the list has no filter; their words are left out. */
  unknown: readonly string[]
  /** Filters that cannot have the value that was typed. */
  wrong: readonly { filter: Filter; value: string }[]
}

/** `status:failed`, `-status:paid`, `site:"Old bakery"`; and anything else between spaces. */
const form = /(?<not>-?)(?<name>\p{L}[\p{L}\d-]*):(?:"(?<quoted>(?:[^"\\]|\\.)*)"(?=\s|$)|(?<value>[^\s"]\S*))|\S+/gu

type Word = { text: string; name?: string; value: string; not: boolean }

const wordsIn = (text: string): Word[] =>
  [...text.matchAll(form)].map(({ 0: whole, groups: { not, name, quoted, value } = {} }) => {
    const given = quoted?.replaceAll(/\\(.)/g, '$1') ?? value ?? ''
    // An address of the web names nothing.
    return name === undefined || given.startsWith('//')
      ? { text: whole, value: whole, not: false }
      : { text: whole, name, value: given, not: not === '-' }
  })

/** Whether a text has words that may name filters. */
export const namesFilters = (text: string): boolean => wordsIn(text).some(({ name }) => name !== undefined)

/**
 * Reads what somebody typed as filters of a list: `status:failed amount:>100 created:last-7d ana@example.com`. A filter is
 * named by its parameter or its label, an option by its value, its label, or a word that only one of them has.
 */
export function readTyped(text: string, filters: readonly Filter[]): Typed {
  const values: Record<string, string> = {}
  const free: string[] = []
  const unknown: string[] = []
  const wrong: { filter: Filter; value: string }[] = []
  const currency = valueNamed('currency', text, filters)
  for (const word of wordsIn(text)) {
    const filter = word.name === undefined ? undefined : named(word.name, filters)
    if (!filter) {
      if (word.name === undefined) free.push(word.text)
      else unknown.push(word.name)
      continue
    }
    const value = valueIn(filter, word, currency ?? filter.needs?.usual)
    if (value === undefined) wrong.push({ filter, value: word.value })
    else values[filter.name] = together(filter, values[filter.name], value)
  }
  return { values, free: free.join(' '), unknown: [...new Set(unknown)], wrong }
}

/** The reverse of `readTyped`: the same filters and the same free text. */
export function writeTyped({ values, free }: Pick<Typed, 'values' | 'free'>): string {
  const words = Object.entries(values).map(([name, value]) => `${name}:${quote(value)}`)
  return [...words, free].filter((word) => word !== '').join(' ')
}

const quote = (value: string): string =>
  /^[^\s"\\/][^\s"\\]*$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`

/**
 * With the free text as the value of the filter that finds it: an e-mail address is a customer's. Undefined when the
 * list has no filter that does.
 */
export function withFreeText({ values, free }: Pick<Typed, 'values' | 'free'>, filters: readonly Filter[]) {
  if (free === '') return values
  const has = (name: string) =>
    filters.some((filter) => filter.name === name && filter.kind === 'text' && !values[name])
  const name = [...(free.includes('@') ? ['customer'] : []), 'text'].find(has)
  const filter = filters.find((one) => one.name === name)
  return filter && isValueOf(filter, free) ? { ...values, [filter.name]: free } : undefined
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s_]+/g, '-')
    .toLowerCase()

const named = (name: string, filters: readonly Filter[]): Filter | undefined =>
  filters.find((filter) => plain(filter.name) === plain(name)) ??
  filters.find((filter) => plain(filter.label) === plain(name)) ??
  filters.find((filter) => plain(filter.name) === `${plain(name)}id`)

function valueIn(filter: Filter, { value, not }: Word, currency: string | undefined): string | undefined {
  const given = readings[filter.kind](value, filter, currency)
  const whole = given !== undefined && not && filter.kind === 'choice' ? writeChoice(inverse(given)) : given
  const isPossible = whole !== undefined && isValueOf(filter, whole) && (!not || filter.kind === 'choice')
  return isPossible ? whole : undefined
}

const inverse = (value: string) => ({ ...readChoice(value), not: !readChoice(value).not })

type Reading = (value: string, filter: Filter, currency: string | undefined) => string | undefined

const readings: Record<Filter['kind'], Reading> = {
  text: (value) => value.trim(),
  date: (value) => value,
  range: (value, _, currency) => ends(value.replaceAll(',', '.'), (end, by) => amountBeside(end, by, currency)),
  period: (value) => {
    const word = value.toLowerCase()
    return isPeriodWord(word) ? word : ends(value, dayBeside)
  },
  choice: (value, { options = [] }) => {
    const { not, values } = readChoice(value)
    const known = values.map((one) => optionNamed(one, options))
    return known.some((one) => one === undefined) ? undefined : writeChoice({ not, values: known as string[] })
  },
}

/** While the options are still being loaded each word is taken for one. */
function optionNamed(word: string, options: NonNullable<Filter['options']>): string | undefined {
  if (options.length === 0) return word
  const same = plain(word)
  const exact =
    options.find(({ value }) => value === word) ??
    options.find(({ value, label }) => plain(value) === same || plain(label) === same)
  if (exact) return exact.value
  const parts = (text: string) => plain(text).split('-')
  const byValue = options.filter(({ value }) => parts(value).includes(same))
  const byLabel = options.filter(({ label }) => parts(label).includes(same))
  const [only, ...others] = byValue.length > 0 ? byValue : byLabel
  return others.length === 0 ? only?.value : undefined
}

/** `>100`, `>=100`, `<100`, `<=100`, `10..50`; a value alone is both ends. */
function ends(text: string, beside: (end: string, by: 1 | -1) => string): string | undefined {
  const [, sign, end = ''] = /^(>=|<=|>|<|≥|≤)?(.+)$/.exec(text) ?? []
  if (sign === undefined) return readRange(text) ? text : writeRange({ from: end, to: end })
  const isFrom = sign === '>' || sign === '>=' || sign === '≥'
  const isItself = sign !== '>' && sign !== '<'
  const whole = isItself ? end : beside(end, isFrom ? 1 : -1)
  return writeRange(isFrom ? { from: whole, to: '' } : { from: '', to: whole })
}

/** The next amount, or the one before: a cent apart, in the currency's own smallest unit. */
function amountBeside(amount: string, by: 1 | -1, currency = 'EUR'): string {
  if (!/^\d{1,13}(\.\d+)?$/.test(amount)) return ''
  const { maximumFractionDigits: scale = 2 } = formatOf(currency).resolvedOptions()
  const [units = '0', rest = ''] = amount.split('.')
  const minor = BigInt(`${units}${rest.padEnd(scale, '0').slice(0, scale)}`) + BigInt(by)
  if (minor < 0n) return ''
  const digits = String(minor).padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function formatOf(currency: string): Intl.NumberFormat {
  const code = /^[A-Z]{3}$/.test(currency) ? currency : 'EUR'
  return new Intl.NumberFormat('en', { style: 'currency', currency: code })
}

function dayBeside(day: string, by: 1 | -1): string {
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) ? '' : new Date(time + by * 86_400_000).toISOString().slice(0, 10)
}

/** A word that comes twice says both: `amount:>10 amount:<50`, `status:failed status:uncertain`; else the last one counts. */
function together(filter: Filter, before: string | undefined, value: string): string {
  if (before === undefined) return value
  if (filter.kind === 'choice' && filter.isSeveral) {
    const [a, b] = [readChoice(before), readChoice(value)]
    return a.not === b.not ? writeChoice({ not: a.not, values: [...new Set([...a.values, ...b.values])] }) : value
  }
  const [a, b] = [readRange(before), readRange(value)]
  if (a?.to === '' && b?.from === '') return writeRange({ from: a.from, to: b.to })
  if (a?.from === '' && b?.to === '') return writeRange({ from: b.from, to: a.to })
  return value
}

/** What a text says of one filter: the scale of amounts is that of the currency beside them. */
function valueNamed(name: string, text: string, filters: readonly Filter[]): string | undefined {
  const filter = filters.find((one) => one.name === name)
  const words = wordsIn(text).filter(
    (word) => word.name !== undefined && filter && named(word.name, filters) === filter,
  )
  return filter && words.length > 0 ? valueIn(filter, words.at(-1)!, undefined) : undefined
}
