import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf, type Reply } from '../../api/client.ts'
import { type Language, plural, type Texts, useLanguage, useTexts } from '../../i18n/language.tsx'
import type { Search } from '../../urls.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Facts } from '../facts.tsx'
import { Field } from '../field.tsx'
import { Link } from '../link.tsx'
import { focusControlOf, useShortcuts } from '../shortcuts.ts'
import { formatTime, useZone } from '../zone.tsx'
import { fileColumnsOf } from './file-columns.ts'
import type { Filter } from './filter.ts'
import { wordsOf } from './filter-words.ts'
import type { ListAddress } from './list-address.ts'
import type { Column, Export, Page } from './spec.ts'
import { listTexts } from './texts.ts'

const texts = {
  en: {
    export: 'Export',
    title: (list: string) => `Export ${list.toLowerCase()}`,
    rows: 'Rows',
    about: (rows: string) => `about ${rows}, of all pages`,
    columns: 'Columns',
    allColumns: 'All, under the names of the interface',
    shownColumns: (names: string) => `Those that the list shows: ${names}`,
    format: 'Format',
    csv: 'CSV: UTF-8, a point for decimals, amounts with their currency',
    filters: 'Filters',
    none: 'None: the whole list',
    all: (filters: string) => `All of them: ${filters}`,
    period: 'Period',
    always: 'From the beginning until now',
    between: (from: string, before: string) => `From ${from}, before ${before}`,
    from: (from: string) => `From ${from}`,
    before: (before: string) => `Before ${before}`,
    zone: 'Time zone',
    get: 'Download',
    cancel: 'Cancel',
    close: 'Close',
    exact: (rows: string) => `${rows}, of all pages`,
    uncounted: 'More than could be counted in five seconds',
    long: 'This is too long to wait for. It is written in the background, and an email says when you can download it, and until when. You see how far it is under Exports.',
    make: 'Make the file',
    reason: 'Asked for in the export dialog.',
    made: 'Exports',
    begun: 'The file is being written.',
  },
  ro: {
    export: 'Exportă',
    title: (list: string) => `Exportă: ${list.toLowerCase()}`,
    rows: 'Rânduri',
    about: (rows: string) => `aproximativ ${rows}, din toate paginile`,
    columns: 'Coloane',
    allColumns: 'Toate, cu numele din interfață',
    shownColumns: (names: string) => `Cele pe care le arată lista: ${names}`,
    format: 'Format',
    csv: 'CSV: UTF-8, punct pentru zecimale, sume cu moneda lor',
    filters: 'Filtre',
    none: 'Niciunul: lista întreagă',
    all: (filters: string) => `Toate: ${filters}`,
    period: 'Perioada',
    always: 'De la început până acum',
    between: (from: string, before: string) => `De la ${from}, până înainte de ${before}`,
    from: (from: string) => `De la ${from}`,
    before: (before: string) => `Înainte de ${before}`,
    zone: 'Fus orar',
    get: 'Descarcă',
    cancel: 'Renunță',
    close: 'Închide',
    exact: (rows: string) => `${rows}, din toate paginile`,
    uncounted: 'Mai multe decât s-au putut număra în cinci secunde',
    long: 'E prea lung ca să aștepți. Fișierul se scrie în fundal, iar un e-mail îți spune când îl poți descărca și până când. La Exporturi vezi cât s-a făcut.',
    make: 'Fă fișierul',
    reason: 'Cerut din fereastra de export.',
    made: 'Exporturi',
    begun: 'Fișierul se scrie.',
  },
} satisfies Texts<unknown>

type ExportProps = {
  title: string
  export: Export
  filters: readonly Filter[]
  columns: readonly Pick<Column<never>, 'name' | 'inFile'>[]
  address: ListAddress
  /** What the list asks for. */
  query: Search
  page: Page<unknown> | undefined
}

/** The list as a file: what will be in it is said before it is fetched. */
export function ExportButton(props: ExportProps) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  useShortcuts({
    e: () => {
      focusControlOf('e')
      setOpen(true)
    },
  })
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
  columns,
  address,
  query,
  page,
  onClose,
}: ExportProps & { onClose: () => void }) {
  const t = useTexts(texts)
  const list = useTexts(listTexts)
  const { language } = useLanguage()
  const { zone } = useZone()
  // What holds while the address says nothing holds in the file, too.
  const held = filters
    .filter(({ name, usual }) => address.values[name] || usual !== undefined)
    .map((one) => wordsOf(one, address.values, list))
  const whole = file.url({ timeZone: zone, ...query })
  const { data: estimate } = useEstimate(whole)
  const isFew = address.columns.length > 0
  const shown =
    estimate &&
    fileColumnsOf(isFew ? columns.filter(({ name }) => address.columns.includes(name)) : columns, estimate.columns)
  // Who has chosen what to see means that.
  const [choice, choose] = useState(isFew ? 'shown' : 'all')
  const chosen = shown && choice === 'shown' ? shown : undefined
  const url = chosen ? file.url({ timeZone: zone, ...query, columns: chosen.join(',') }) : whole
  const isCapped = page && 'totalIsExact' in page && !page.totalIsExact
  const seen = page && plural(language, page.total, list.rows)
  const rows = estimate ? rowsOf(estimate, t, list, language) : seen && (isCapped ? list.leastOf(seen) : t.about(seen))
  return (
    <Dialog title={t.title(title)} onClose={onClose}>
      <Facts
        of={[
          ...(rows ? [[t.rows, rows] as const] : []),
          [t.format, t.csv],
          [t.columns, !shown && t.allColumns],
          [t.filters, held.length === 0 ? t.none : t.all(held.join(' · '))],
          [t.period, periodText(page?.period, t, (moment, at) => formatTime(language, at, moment, 'full'))],
          [t.zone, zone],
        ]}
      />
      {shown && (
        <Field
          name="columns"
          label={t.columns}
          kind="choice"
          options={[
            { value: 'all', label: t.allColumns },
            { value: 'shown', label: t.shownColumns(shown.join(', ')) },
          ]}
          value={choice}
          onChange={choose}
        />
      )}
      {estimate?.isTask ? (
        <AsTask url={url} onClose={onClose} />
      ) : (
        <div className="buttons">
          <Button onPress={onClose}>{t.cancel}</Button>
          <a className="button main" href={url} download onClick={onClose}>
            {t.get}
          </a>
        </div>
      )}
    </Dialog>
  )
}

type Estimate = Reply<'estimateExport'>
type Words = (typeof texts)['en']

/** The exact moments between which the rows of the file lie, in the zone in which the days were meant. */
function periodText(
  period: Page<unknown>['period'],
  t: Words,
  moment: (at: string, timeZone: string) => string,
): string {
  if (!period || (period.from === undefined && period.to === undefined)) return t.always
  const [from, to] = [period.from, period.to].map((at) => at && moment(at, period.timeZone))
  if (from && to) return t.between(from, to)
  return from ? t.from(from) : t.before(to ?? '')
}

const rowsOf = ({ rows, rowsAreExact }: Estimate, t: Words, list: (typeof listTexts)['en'], language: Language) => {
  if (rows === undefined) return t.uncounted
  const words = plural(language, rows, list.rows)
  return rowsAreExact ? t.exact(words) : list.leastOf(words)
}

/** The list and its filters in the address of its file: `/staff/v1/exports/payments?status=failed`. */
function wantedOf(url: string): { list: string; query: string } {
  const { pathname, search } = new URL(url, window.location.origin)
  return { list: pathname.split('/').at(-1) ?? '', query: search.slice(1) }
}

const useEstimate = (url: string) =>
  useQuery({
    queryKey: ['export', url],
    queryFn: ({ signal }) => bodyOf(api.GET('/export-tasks/estimate', { params: { query: wantedOf(url) }, signal })),
    retry: false,
  })

/** What is too long to wait for is written by the server, which sends an email. */
function AsTask({ url, onClose }: { url: string; onClose: () => void }) {
  const t = useTexts(texts)
  const [key] = useState(() => crypto.randomUUID())
  const asking = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST('/export-tasks', {
          params: { header: { 'Idempotency-Key': key } },
          body: { ...wantedOf(url), reason: t.reason },
        }),
      ),
  })
  return (
    <>
      <p className="notice info" role="status">
        {asking.isSuccess ? t.begun : t.long}
      </p>
      {asking.error && (
        <p className="notice bad" role="alert">
          {asking.error.message}
        </p>
      )}
      <div className="buttons">
        <Button onPress={onClose}>{asking.isSuccess ? t.close : t.cancel}</Button>
        {asking.isSuccess ? (
          <Link to="/me/exports" className="button main" onFollow={onClose}>
            {t.made}
          </Link>
        ) : (
          <Button look="main" isPending={asking.isPending} onPress={() => asking.mutate()}>
            {t.make}
          </Button>
        )}
      </div>
    </>
  )
}
