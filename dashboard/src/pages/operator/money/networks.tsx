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

const texts = {
  en: {
    title: 'Network reports',
    about: 'What card networks say our cards have spent, day by day, beside our books.',
    imported: 'Imported',
    import: 'Import a report',
    file: 'File (CSV)',
    fileHint:
      'Columns: day, currency, clearings, cleared, refunds, refunded; and, if any: chargebacks, chargedBack, representments, represented, fees, charged.',
    effect: 'Each day is compared with the books. Nothing is booked until you settle a day.',
    empty: 'No reports yet',
    hint: 'Import the settlement totals of a card network, by hand here or by your own program.',
  },
  ro: {
    title: 'Rapoarte rețele',
    about: 'Ce spun rețelele de carduri că s-a cheltuit cu cardurile noastre, zi de zi, lângă registrele noastre.',
    imported: 'Importat',
    import: 'Importă un raport',
    file: 'Fișier (CSV)',
    fileHint:
      'Coloane: day, currency, clearings, cleared, refunds, refunded; și, dacă există: chargebacks, chargedBack, representments, represented, fees, charged.',
    effect: 'Fiecare zi este comparată cu registrele. Nu se înregistrează nimic până nu decontezi o zi.',
    empty: 'Încă nu sunt rapoarte',
    hint: 'Importă totalurile de decontare ale unei rețele de carduri, manual aici sau cu propriul program.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listNetworkReports'>

export default function NetworkReports() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const zone = useZoneName()
  const columns: Column<Row>[] = [
    { name: 'name', title: c.name, cell: ({ name }) => name },
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
      listKey={['network-reports']}
      filters={[]}
      columns={columns}
      load={(_search, page, signal) => bodyOf(api.GET('/network-reports', { params: { query: page }, signal }))}
      to={({ id }) => opAt('money', 'network', id)}
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
            bodyOf(api.POST('/network-reports', sending({}, { ...values, rows: rowsOfCsv(rows) }, key))),
        },
      }}
    />
  )
}
