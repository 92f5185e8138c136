import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { rowsOfCsv } from '../../../parts/csv.ts'
import { useReasonField } from '../../../parts/reason.ts'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { opAt, sending, useGate } from '../acting.tsx'
import { Actor } from '../names.tsx'
import { common } from '../words.ts'
import { ImportState } from './import-state.tsx'

const texts = {
  en: {
    title: 'Acquirer reports',
    about: 'What acquirers say they have settled. Each report is compared with the books when it is imported.',
    rows: 'Rows',
    imported: 'Imported',
    state: 'Import',
    import: 'Import a report',
    file: 'File (CSV)',
    fileHint: 'Columns: connector, entry, batch, type, key, reference, currency, gross, fees, net, bookedOn, valueOn.',
    effect:
      'What agrees is booked. What does not agree becomes a break. The same file again changes nothing, or goes on where an import has broken off.',
    empty: 'No reports yet',
    hint: 'Import the settlement report of an acquirer, by hand here or by your own program.',
  },
  ro: {
    title: 'Rapoarte bănci acceptatoare',
    about: 'Ce spun băncile acceptatoare că au decontat. Fiecare raport este comparat cu registrele la import.',
    rows: 'Rânduri',
    imported: 'Importat',
    state: 'Import',
    import: 'Importă un raport',
    file: 'Fișier (CSV)',
    fileHint: 'Coloane: connector, entry, batch, type, key, reference, currency, gross, fees, net, bookedOn, valueOn.',
    effect:
      'Ce corespunde se înregistrează. Ce nu, devine o diferență. Același fișier din nou nu schimbă nimic sau continuă un import întrerupt.',
    empty: 'Încă nu sunt rapoarte',
    hint: 'Importă raportul de decontare al unei bănci acceptatoare, manual aici sau cu propriul program.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listAcquirerReports'>

export default function Reports() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const zone = useZoneName()
  const columns: Column<Row>[] = [
    { name: 'name', title: c.name, cell: ({ name }) => name },
    { name: 'connector', title: c.connector, cell: ({ connector }) => connector, phone: 'second' },
    { name: 'rows', title: t.rows, cell: ({ rows }) => rows, isEnd: true, phone: 'never' },
    { name: 'state', title: t.state, cell: (report) => <ImportState of={report} /> },
    {
      name: 'imported',
      title: `${t.imported} (${zone})`,
      cell: ({ recordedAt }) => <Time at={recordedAt} />,
      phone: 'second',
    },
    { name: 'by', title: c.by, cell: ({ recordedBy }) => <Actor of={recordedBy} />, phone: 'second' },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['reports']}
      filters={[]}
      columns={columns}
      load={(_search, page, signal) => bodyOf(api.GET('/acquirer-reports', { params: { query: page }, signal }))}
      to={({ id }) => opAt('money', 'reports', id)}
      actions={<Import />}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

function Import() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const gate = useGate()
  const reason = useReasonField()
  return (
    <ActionButton
      action={{
        name: 'import',
        label: t.import,
        look: 'main',
        ...gate('settlements:create'),
        spec: {
          title: t.import,
          fields: [
            { name: 'name', label: c.name, isRequired: true },
            { name: 'rows', label: t.file, kind: 'textFile', hint: t.fileHint, isRequired: true },
            reason,
          ],
          effect: t.effect,
          submit: t.import,
          run: ({ rows = '', ...values }, key) =>
            bodyOf(api.POST('/acquirer-reports', sending({}, { ...values, rows: rowsOfCsv(rows) }, key))),
        },
      }}
    />
  )
}
