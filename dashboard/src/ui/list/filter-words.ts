import type { Search } from '../../urls.ts'
import { type Filter, isPeriodWord, readChoice, readRange } from './filter.ts'
import type { ListTexts } from './texts.ts'

/** What a filter says, for its chip: `Amount ≥ 10`, `Status: failed`, `Created: last 7 days`. */
export function wordsOf(filter: Filter, values: Search, t: ListTexts): string {
  const { kind, name, needs } = filter
  const value = values[name] || (filter.usual ?? '')
  const label = needs ? `${filter.label} (${values[needs.name] || needs.usual})` : filter.label
  if (kind === 'choice') {
    const { not, values } = readChoice(value)
    const names = values.map((one) => filter.options?.find((option) => option.value === one)?.label ?? one)
    return `${label}: ${not ? `${t.isBut} ` : ''}${names.join(', ')}`
  }
  if (kind === 'period' && isPeriodWord(value)) return `${label}: ${t.periods[value]}`
  const range = kind === 'range' || kind === 'period' ? readRange(value) : undefined
  if (!range) return `${label}: ${value}`
  const { from, to } = range
  if (from !== '' && to !== '') return `${label}: ${from === to ? from : `${from} – ${to}`}`
  if (kind === 'range') return `${label} ${from === '' ? t.atMost(to) : t.atLeast(from)}`
  return `${label}: ${from === '' ? t.until(to) : t.since(from)}`
}
