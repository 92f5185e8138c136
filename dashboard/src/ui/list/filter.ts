import { holdsCardNumber } from '../../card-number.ts'
import type { Search } from '../../urls.ts'

/** A value of a choice. One that is unlisted is understood in an address, and offered only while it is chosen. */
export type FilterOption = { value: string; label: string; isUnlisted?: boolean }

/** One filter of a list; its name is the parameter of the address and, unless it says otherwise, of the call. */
export type Filter = {
  name: string
  label: string
  /**
   * `choice`: one of the options, or some of them; `range`: `10..50` with either end open; `period`: days, or a word such
   * as `last-7d` that moves with time; `date`: one day.
   */
  kind: 'choice' | 'text' | 'date' | 'range' | 'period'
  options?: readonly FilterOption[]
  /** Of a choice: what holds while the address says nothing. There is no choice of all then, unless it is an option. */
  usual?: string
  /** Of a choice: several may be chosen. */
  isSeveral?: boolean
  /** Of several: a `!` in front means all but these. */
  hasNot?: boolean
  /** It means something only with another parameter, such as an amount with its currency; `usual` while none is chosen. */
  needs?: Need
}

export const periodWords = ['today', 'yesterday', 'last-7d', 'last-30d', 'this-month', 'last-month'] as const
export type PeriodWord = (typeof periodWords)[number]
export const isPeriodWord = (text: string): text is PeriodWord => (periodWords as readonly string[]).includes(text)

/** Two ends, either of which may be open. */
export type Range = { from: string; to: string }

export function readRange(text: string): Range | undefined {
  // The first end may be one that is being typed: `12...` is from `12.` on.
  const [, from, to] = /^(.*?)\.\.(?!\.)(.*)$/.exec(text) ?? []
  return from === undefined || to === undefined || to.includes('..') || (from === '' && to === '')
    ? undefined
    : { from, to }
}

/** An end as it is being typed. It never begins with a point, which would be a third one after the two before it. */
export const typedEnd = (typed: string): string => typed.trim().replace(',', '.').replace(/^\./, '0.')

/** Empty when both ends are open. */
export const writeRange = ({ from, to }: Range): string => (from === '' && to === '' ? '' : `${from}..${to}`)

export type Choice = { not: boolean; values: readonly string[] }

export function readChoice(text: string): Choice {
  const not = text.startsWith('!')
  return { not, values: (not ? text.slice(1) : text).split(',').filter((value) => value !== '') }
}

export const writeChoice = ({ not, values }: Choice): string =>
  values.length === 0 ? '' : `${not ? '!' : ''}${values.join(',')}`

/** Not while its year is still being typed, which a field of the browser has as `0002`, `0020` and so on. */
export const isDay = (text: string): boolean => /^(?:19|[2-9]\d)\d\d-\d\d-\d\d$/.test(text)
const isAmount = (text: string): boolean => /^\d{1,13}(?:\.\d+)?$/.test(text)

/** Whether a filter can have this value, which somebody may have typed into an address. */
export function isValueOf(filter: Filter, value: string): boolean {
  switch (filter.kind) {
    case 'text':
      return value.trim() !== '' && !holdsCardNumber(value)
    case 'date':
      return isDay(value)
    case 'range':
      return areEnds(value, isAmount)
    case 'period':
      return isPeriodWord(value) || areEnds(value, isDay)
    case 'choice': {
      const { not, values } = readChoice(value)
      const known = filter.options?.map((option) => option.value) ?? []
      if ((not && !filter.hasNot) || (values.length > 1 && !filter.isSeveral)) return false
      // While its options are still being loaded none is known to be wrong.
      return values.length > 0 && (known.length === 0 || values.every((one) => known.includes(one)))
    }
  }
}

function areEnds(value: string, isEnd: (end: string) => boolean): boolean {
  const range = readRange(value)
  return range !== undefined && [range.from, range.to].every((end) => end === '' || isEnd(end))
}

/** What a parameter means something with, and what that is while nothing was chosen. */
export type Need = { name: string; usual: string }

type Asked = {
  filters: readonly Filter[]
  values: Search
  /** With `-` in front the largest first; empty: as the list is. */
  sort?: string
  sortNeeds?: Need | undefined
  /** Whose days are meant. */
  zone: string
}

/** What the call is asked, of what an address says. The days of a period are those of the times that the page shows. */
export function queryOf({ filters, values, sort = '', sortNeeds, zone }: Asked): Search {
  const held = filters.filter(({ name }) => values[name])
  const needs = [...held.map((filter) => filter.needs), sort === '' ? undefined : sortNeeds].filter(
    (need) => need !== undefined,
  )
  return Object.fromEntries([
    ...needs.map(({ name, usual }) => [name, usual]),
    ...held.map(({ name }) => [name, values[name]]),
    ...(held.some(({ kind }) => kind === 'period') ? [['timeZone', zone]] : []),
    ...(sort === '' ? [] : [['sort', sort]]),
  ])
}
