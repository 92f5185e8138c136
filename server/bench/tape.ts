import type { Requested } from './observe.ts'

/**
 * Every statement of one payment, so that a bare driver can send the same again with fresh values. Steps of one group
 * were under way together. A parameter is a constant, or text with placeholders for the names of this payment (ids from
 * the database, numbers of order and shopper, fresh keys) and for its moment.
 */
export type Tape = { groups: Step[][]; names: number; fresh: { name: number; is: FreshName }[] }
export type Step = { role: string; text: string; values: Filling[]; returns: { column: string; name: number }[] }
export type Filling =
  | { is: 'constant'; value: unknown }
  | { is: 'text'; parts: Part[] }
  | { is: 'list'; fillings: Filling[] }
/** Text as it is, a name by its number, or the moment of this payment. */
export type Part = string | number | typeof moment
const moment = { is: 'moment' } as const
/** The source of a name that the database does not return. */
export type FreshName = 'order' | 'regular' | 'shopper' | 'card' | 'stranger' | 'key' | 'linkOrder'

/** Keys, ids and numbers of eight digits, and the external ids of orders from links. */
const namePattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<!\d)\d{8}(?!\d)|link-[\w-]{22}/g
const momentPattern = /\d{4}-\d\d-\d\dT[\d:.]+Z/
/** What of a text differs from payment to payment. */
const variablePattern = new RegExp(`${momentPattern.source}|${namePattern.source}`, 'g')

export function tapeOf(queries: readonly Requested[]): Tape {
  const names = new Map<string, number>()
  const fresh: Tape['fresh'] = []
  const nameOf = (text: string): number | undefined => {
    const known = names.get(text)
    const is = known === undefined ? freshName(text) : undefined
    if (!is) return known
    fresh.push({ name: names.size, is })
    names.set(text, names.size)
    return names.get(text)
  }
  const steps = queries.map(({ role, text, values, row }): Step => {
    const filled = values.map((value) => fillingOf(value, nameOf))
    const given = Object.entries(row).filter(([, value]) => isId(value) && !names.has(value))
    const returns = given.map(([column, value]) => {
      names.set(value, names.size)
      return { column, name: names.get(value)! }
    })
    return { role, text, values: filled, returns }
  })
  return { groups: inGroups(queries, steps), names: names.size, fresh }
}

const isId = (value: string): boolean => /^\d{8}$/.test(value) || value.match(namePattern)?.[0] === value

function freshName(text: string): FreshName | undefined {
  if (text.startsWith('link-')) return 'linkOrder'
  if (text.includes('-')) return 'key'
  const number = Number(text)
  if (number >= 18_000_000 && number < 19_000_000) return 'stranger'
  if (number >= 17_000_000 && number < 18_000_000) return 'regular'
  if (number >= 16_000_000 && number < 17_000_000) return 'order'
  // A shopper whom the store names, and a card that they chose, before the database has returned anything of them.
  if (number >= 11_000_000 && number < 12_000_000) return 'shopper'
  if (number >= 12_000_000 && number < 13_000_000) return 'card'
  return undefined
}

function fillingOf(value: unknown, nameOf: (text: string) => number | undefined): Filling {
  if (Array.isArray(value)) return { is: 'list', fillings: value.map((one) => fillingOf(one, nameOf)) }
  if (typeof value !== 'string') return { is: 'constant', value }
  const parts: Part[] = []
  let from = 0
  for (const match of value.matchAll(variablePattern)) {
    const part = momentPattern.test(match[0]) ? moment : nameOf(match[0])
    if (part === undefined) continue
    parts.push(value.slice(from, match.index), part)
    from = match.index + match[0].length
  }
  if (from === 0) return { is: 'constant', value }
  return { is: 'text', parts: [...parts, value.slice(from)].filter((part) => part !== '') }
}

/** Statements that began before the first of their group had ended. */
function inGroups(queries: readonly Requested[], steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  let firstEnd = Number.NEGATIVE_INFINITY
  for (const [index, { began, ended }] of queries.entries()) {
    if (began >= firstEnd) {
      groups.push([])
      firstEnd = ended
    }
    groups.at(-1)!.push(steps[index]!)
    firstEnd = Math.min(firstEnd, ended)
  }
  return groups
}
