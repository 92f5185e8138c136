import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money, MoneyText } from '../../../parts/money.tsx'
import { Time } from '../../../parts/time.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { opAt } from '../acting.tsx'
import { Actor } from '../names.tsx'
import { common } from '../words.ts'
import { ImportState, ResumeHint } from './import-state.tsx'
import { breakKinds, breaks } from './statuses.ts'

type Report = Reply<'getAcquirerReport'>

const texts = {
  en: {
    list: 'Acquirer reports',
    totals: 'Totals',
    rows: 'Rows',
    booked: 'Booked',
    gross: 'Gross',
    fees: 'Fees',
    held: 'Held',
    net: 'Net',
    transferred: 'Transferred',
    breaks: 'Breaks',
    none: 'Every row agrees with the books.',
    reported: 'Reported',
    expected: 'Booked',
    imported: 'Imported',
    state: 'Import',
    first: 'The first thousand are shown.',
  },
  ro: {
    list: 'Rapoarte bănci acceptatoare',
    totals: 'Totaluri',
    rows: 'Rânduri',
    booked: 'Înregistrate',
    gross: 'Brut',
    fees: 'Comisioane',
    held: 'Reținut',
    net: 'Net',
    transferred: 'Transferat',
    breaks: 'Diferențe',
    none: 'Fiecare rând corespunde cu registrele.',
    reported: 'Raportat',
    expected: 'Înregistrat',
    imported: 'Importat',
    state: 'Import',
    first: 'Se arată prima mie.',
  },
} satisfies Texts<unknown>

export default function ReportPage() {
  const t = useTexts(texts)
  const id = useThingId()
  return (
    <DetailPage<Report>
      detailKey={['report', id]}
      load={(signal) => bodyOf(api.GET('/acquirer-reports/{reportId}', { params: { path: { reportId: id } }, signal }))}
      parent={{ title: t.list, to: opAt('money', 'reports') }}
      id={id}
      heading={({ name }) => ({ title: name, tab: name })}
      main={(report) => (
        <>
          <ResumeHint of={report} />
          <Totals of={report} />
          <Breaks of={report} />
        </>
      )}
      side={(report) => <About of={report} />}
    />
  )
}

function Totals({ of: { totals } }: { of: Report }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  return (
    <Panel title={t.totals}>
      {totals.map((sum) => {
        const money = (amount: string) => <Money amount={amount} currency={sum.currency} />
        return (
          <Facts
            key={sum.currency}
            of={[
              [c.currency, sum.currency],
              [t.rows, `${sum.rows} (${t.booked}: ${sum.booked})`],
              [t.gross, money(sum.gross)],
              [t.fees, money(sum.fees)],
              [t.held, money(sum.held)],
              [t.net, money(sum.net)],
              [t.transferred, money(sum.transferred)],
            ]}
          />
        )
      })}
    </Panel>
  )
}

function Breaks({ of: { breaks: found } }: { of: Report }) {
  const t = useTexts(texts)
  const c = useTexts(common)
  const kinds = useTexts(breakKinds)
  return (
    <Panel title={t.breaks}>
      {found.length === 0 && <p className="soft">{t.none}</p>}
      {found.length > 0 && (
        <SmallTable
          title={t.breaks}
          heads={[c.kind, c.status, t.reported, t.expected]}
          rows={found.map(({ id, kind, status, reported, expected }) => ({
            key: id,
            cells: [
              <Link key="kind" to={opAt('money', 'breaks', id)}>
                {kinds[kind]}
              </Link>,
              <breaks.Status key="status" status={status} />,
              <MoneyText key="reported" of={reported} />,
              <MoneyText key="expected" of={expected} />,
            ],
          }))}
        />
      )}
      {found.length >= 1_000 && <p className="soft">{t.first}</p>}
    </Panel>
  )
}

function About({ of: report }: { of: Report }) {
  const { connector, rows, recordedAt, recordedBy } = report
  const t = useTexts(texts)
  const c = useTexts(common)
  return (
    <Panel title={c.details}>
      <Facts
        of={[
          [c.connector, connector],
          [t.rows, rows],
          [t.state, <ImportState key="state" of={report} />],
          [t.imported, <Time key="at" at={recordedAt} />],
          [c.by, <Actor key="by" of={recordedBy} />],
        ]}
      />
    </Panel>
  )
}
