import { useState } from 'react'
import { plural, type Texts, useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Facts } from '../facts.tsx'
import { useShortcuts } from '../shortcuts.ts'
import { type Filter, queryOf, readRange } from './filter.ts'
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
    all: 'All, under the names of the interface',
    format: 'Format',
    csv: 'CSV: UTF-8, a point for decimals, amounts with their currency',
    filters: 'Filters',
    none: 'None: the whole list',
    period: 'Period',
    always: 'From the beginning until now',
    days: (from: string, to: string) => `${from} 00:00 to ${to} 24:00`,
    open: 'open',
    zone: 'Time zone',
    ofSite: 'Of the site',
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
    all: 'Toate, cu numele din interfață',
    format: 'Format',
    csv: 'CSV: UTF-8, punct pentru zecimale, sume cu moneda lor',
    filters: 'Filtre',
    none: 'Niciunul: lista întreagă',
    period: 'Perioada',
    always: 'De la început până acum',
    days: (from: string, to: string) => `${from} 00:00 – ${to} 24:00`,
    open: 'deschis',
    zone: 'Fus orar',
    ofSite: 'Al magazinului',
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

function ExportDialog({ title, export: file, filters, address, page, onClose }: ExportProps & { onClose: () => void }) {
  const t = useTexts(texts)
  const list = useTexts(listTexts)
  const { language } = useLanguage()
  const held = filters.filter(({ name }) => address.values[name])
  const isApplied = ({ name }: Filter) => file.applies === 'all' || file.applies.includes(name)
  const applied = held.filter(isApplied)
  const others = held.filter((filter) => !isApplied(filter))
  const say = (some: readonly Filter[]) => some.map((one) => wordsOf(one, address.values, list)).join(' · ')
  const period = applied.find(({ kind }) => kind === 'period')
  const days = period && readRange(address.values[period.name] ?? '')
  const exactly = page?.period
  const rows = page && others.length === 0 ? plural(language, page.total, list.rows) : undefined
  const isCapped = page && 'totalIsExact' in page && !page.totalIsExact
  return (
    <Dialog title={t.title(title)} onClose={onClose}>
      <Facts
        of={[
          ...(rows ? [[t.rows, isCapped ? list.moreThan(rows) : t.about(rows)] as const] : []),
          [t.format, t.csv],
          [t.columns, t.all],
          [t.filters, applied.length === 0 ? t.none : say(applied)],
          [
            t.period,
            exactly
              ? `${exactly.from ?? t.open} – ${exactly.to ?? t.open}`
              : days
                ? t.days(days.from || t.open, days.to || t.open)
                : t.always,
          ],
          [t.zone, exactly?.timeZone ?? t.ofSite],
        ]}
      />
      {others.length > 0 && <p className="notice wait">{t.notApplied(say(others))}</p>}
      <div className="buttons">
        <Button onPress={onClose}>{t.cancel}</Button>
        <a className="button main" href={file.url(queryOf(applied, address.values))} download onClick={onClose}>
          {t.get}
        </a>
      </div>
    </Dialog>
  )
}
