import type { ReactNode } from 'react'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { auditFields } from './fields.ts'

const texts: Texts<Record<'yes' | 'no' | 'nothing' | 'was', string>> = {
  en: { yes: 'Yes', no: 'No', nothing: 'nothing', was: 'was' },
  ro: { yes: 'Da', no: 'Nu', nothing: 'nimic', was: 'era' },
}

/** Requests that are one word. */
const words: Texts<Readonly<Record<string, string>>> = {
  en: { close: 'Close', reopen: 'Open again', remove: 'Remove' },
  ro: { close: 'Închide', reopen: 'Redeschide', remove: 'Șterge' },
}

export type Fields = Readonly<Record<string, unknown>>

/** A value of a field as people read it: texts as they are, what has parts by their names, basis points as percent. */
export function useValueText(): (value: unknown, name?: string) => string {
  const t = useTexts(texts)
  const nameOf = useTexts(auditFields)
  const { language } = useLanguage()
  const percent = new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 2 })
  const textOf = (value: unknown, field?: string): string => {
    if (field !== undefined && /basisPoints$/i.test(field) && /^\d+$/.test(String(value)))
      return percent.format(Number(value) / 10_000)
    if (value === undefined || value === null || value === '') return t.nothing
    if (typeof value === 'boolean') return value ? t.yes : t.no
    if (Array.isArray(value)) return value.length === 0 ? t.nothing : value.map((one) => textOf(one)).join(', ')
    if (typeof value !== 'object') return String(value)
    const parts = Object.entries(value).filter(([, part]) => part !== undefined && part !== null)
    return parts.map(([name, part]) => `${nameOf(name)}: ${textOf(part, name)}`).join('; ') || t.nothing
  }
  return textOf
}

/** Fields with what they were and what they are, one below the other. */
export function ChangedFields({ before, after }: { before: Fields; after: Fields }) {
  const nameOf = useTexts(auditFields)
  const textOf = useValueText()
  const { was } = useTexts(texts)
  const wasAndIs = (name: string): string => {
    if (!(name in before)) return textOf(after[name], name)
    const earlier = textOf(before[name], name)
    return name in after ? `${earlier} → ${textOf(after[name], name)}` : `${was} ${earlier}`
  }
  return <Facts of={changedNames(before, after).map((name) => [nameOf(name), wasAndIs(name)])} />
}

/** Fields that are on one of both sides, or differ. */
export const changedNames = (before: Fields, after: Fields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

/** What would be done, by its fields, each with what it was where that is known; some requests are one word. */
export function RequestedFields({ of: request }: { of: unknown }): ReactNode {
  const inWords = useTexts(words)
  if (typeof request !== 'object' || request === null) {
    const word = String(request ?? '')
    return <p>{inWords[word] ?? word}</p>
  }
  const { before, ...after } = request as Fields
  // What the request leaves out, and would change all the same, follows from the rest.
  return <ChangedFields before={(before ?? {}) as Fields} after={after} />
}
