import { type Texts, useTexts } from '../i18n/language.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'

export type StatusTable<Status extends string> = {
  /** Of each status the tone, the English word and the Romanian one. */
  readonly [S in Status]: readonly [tone: Tone, en: string, ro: string]
}

/** How the statuses of one kind of thing are said and shown; the table is total by its type. */
export function statusesOf<Status extends string>(table: StatusTable<Status>) {
  const names = Object.keys(table) as Status[]
  const words = (index: 1 | 2) =>
    Object.fromEntries(names.map((name) => [name, table[name][index]])) as Record<Status, string>
  const texts: Texts<Readonly<Record<Status, string>>> = { en: words(1), ro: words(2) }
  return {
    texts,
    /** Of a status that came as text. */
    toneOf: (status: string): Tone => (status in table ? table[status as Status][0] : 'neutral'),
    Status: ({ status }: { status: Status }) => {
      const t = useTexts(texts)
      return <Badge tone={table[status]?.[0] ?? 'neutral'}>{t[status] ?? status}</Badge>
    },
  }
}

/** The options of a choice: of each value its word. */
export const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
