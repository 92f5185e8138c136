import { useState } from 'react'
import { plural, type Texts, useLanguage, useTexts } from '../../i18n/language.tsx'
import type { Search } from '../../urls.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Facts } from '../facts.tsx'
import { useShortcuts } from '../shortcuts.ts'
import { useZone } from '../zone.tsx'
import type { Filter } from './filter.ts'
import { wordsOf } from './filter-words.ts'
import type { ListAddress } from './list-address.ts'
import type { Export, Page } from './spec.ts'
import { listTexts } from './texts.ts'

const texts = {
  en: {
    export: 'Export',
    title: (list: string) => `Export ${list.toLowerCase()}`,
    rows: 'Rows',
    about: (rows: string) => `about ${rows}, of all pages`,
    columns: 'Columns',
    allColumns: 'All, under the names of the interface',
    format: 'Format',
    csv: 'CSV: UTF-8, a point for decimals, amounts with their currency',
    filters: 'Filters',
    none: 'None: the whole list',
    all: (filters: string) => `All of them: ${filters}`,
    period: 'Period',
    always: 'From the beginning until now',
    open: 'open',
    zone: 'Time zone',
    notApplied: (names: string) => `The file has rows of every kind: it does not apply ${names}.`,
    get: 'Download',
    cancel: 'Cancel',
  },
  ro: {
    export: 'Exportă',
    title: (list: string) => `Exportă: ${list.toLowerCase()}`,
    rows: 'Rânduri',
    about: (rows: string) => `aproximativ ${rows}, din toate paginile`,
    columns: 'Coloane',
    allColumns: 'Toate, cu numele din interfață',
    format: 'Format',
    csv: 'CSV: UTF-8, punct pentru zecimale, sume cu moneda lor',
    filters: 'Filtre',
    none: 'Niciunul: lista întreagă',
    all: (filters: string) => `Toate: ${filters}`,
    period: 'Perioada',
    always: 'De la început până acum',
    open: 'deschis',
    zone: 'Fus orar',
    notApplied: (names: string) => `Fișierul are rânduri de orice fel: nu aplică ${names}.`,
    get: 'Descarcă',
    cancel: 'Renunță',
  },
} satisfies Texts<unknown>

type ExportProps = {
  title: string
  export: Export
  filters: readonly Filter[]
  address: ListAddress
  /** What the list asks for. */
  query: Search
  page: Page<unknown> | undefined
}

/** The list as a file: what will be in it is said before it is fetched. */
export function ExportButton(props: ExportProps) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  useShortcuts({ e: () => setOpen(true) })
  return (
    <>
      <Button shortcut="e" onPress={() => setOpen(true)}>
        {t.export}
      </Button>
      {isOpen && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function ExportDialog({
  title,
  export: file,
  filters,
  address,
  query,
  page,
  onClose,
}: ExportProps & { onClose: () => void }) {
  const t = useTexts(texts)
  const list = useTexts(listTexts)
  const { language } = useLanguage()
  const held = filters.filter(({ name }) => address.values[name])
  const { zone } = useZone()
  const isApplied = ({ name }: Pick<Filter, 'name'>) => file.applies?.includes(name) ?? true
  const applied = held.filter(isApplied)
  const others = held.filter((filter) => !isApplied(filter))
  const say = (some: readonly Filter[]) => some.map((one) => wordsOf(one, address.values, list)).join(' · ')
  const asked: Search = file.applies
    ? Object.fromEntries(Object.entries(query).filter(([name]) => isApplied({ name })))
    : { timeZone: zone, ...query }
  const exactly = page?.period
  const rows = page && others.length === 0 ? plural(language, page.total, list.rows) : undefined
  const isCapped = page && 'totalIsExact' in page && !page.totalIsExact
  return (
    <Dialog title={t.title(title)} onClose={onClose}>
      <Facts
        of={[
          ...(rows ? [[t.rows, isCapped ? list.leastOf(rows) : t.about(rows)] as const] : []),
          [t.format, t.csv],
          [t.columns, t.allColumns],
          [t.filters, applied.length === 0 ? t.none : others.length > 0 ? say(applied) : t.all(say(applied))],
          [t.period, exactly ? `${exactly.from ?? t.open} – ${exactly.to ?? t.open}` : t.always],
          ...(file.applies ? [] : [[t.zone, zone] as const]),
        ]}
      />
      {others.length > 0 && <p className="notice wait">{t.notApplied(say(others))}</p>}
      <div className="buttons">
        <Button onPress={onClose}>{t.cancel}</Button>
        <a className="button main" href={file.url(asked)} download onClick={onClose}>
          {t.get}
        </a>
      </div>
    </Dialog>
  )
}
