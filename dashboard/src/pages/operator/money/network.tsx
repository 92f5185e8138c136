import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time, useCalendarText } from '../../../parts/time.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { type BecauseOf, filled, opAt, sending, useCan } from '../acting.tsx'
import { Actor } from '../names.tsx'
import { common } from '../words.ts'
import { networkDays } from './statuses.ts'

type Report = Reply<'getNetworkReport'>
type Day = Report['rows'][number]

const texts = {
  en: {
    list: 'Network reports',
    movement: 'What',
    reported: 'Reported',
    booked: 'Booked',
    movements: {
      clearing: 'Clearings',
      refund: 'Refunds',
      chargeback: 'Chargebacks',
      representment: 'Representments',
      fee: 'Fees',
    },
    match: 'Match by hand',
    matchEffect: 'The difference is explained by your reason. Nothing is booked.',
    settle: 'Settled',
    settleEffect: 'The money of this day has moved at the bank, and is booked.',
    bankReference: 'What the bank calls it',
    settled: 'Settled',
    notReported: 'Booked on a day that the report does not have.',
    because: {
      report_day_agrees: 'There is nothing to explain.',
      report_day_matched: 'It is explained already.',
      report_day_settled: 'It is settled already.',
      report_day_differs: 'The day differs from the books. Match it first.',
      report_day_empty: 'By this report nothing is to be paid for it.',
      report_day_not_over: 'The day is not over yet, by UTC.',
    } satisfies BecauseOf<Day['actions']>,
    imported: 'Imported',
  },
  ro: {
    list: 'Rapoarte rețele',
    movement: 'Ce',
    reported: 'Raportat',
    booked: 'Înregistrat',
    movements: {
      clearing: 'Compensări',
      refund: 'Rambursări',
      chargeback: 'Contestații',
      representment: 'Contestații câștigate',
      fee: 'Comisioane',
    },
    match: 'Potrivește manual',
    matchEffect: 'Diferența este explicată de motivul tău. Nu se înregistrează nimic.',
    settle: 'Decontată',
    settleEffect: 'Banii acestei zile s-au mișcat la bancă și se înregistrează.',
    bankReference: 'Cum îl numește banca',
    settled: 'Decontată',
    notReported: 'Înregistrat într-o zi pe care raportul nu o are.',
    because: {
      report_day_agrees: 'Nu este nimic de explicat.',
      report_day_matched: 'Este deja explicată.',
      report_day_settled: 'Este deja decontată.',
      report_day_differs: 'Ziua diferă de registre. Potrivește-o întâi.',
      report_day_empty: 'După acest raport nu este nimic de plătit pentru ea.',
      report_day_not_over: 'Ziua nu s-a încheiat încă, după UTC.',
    } satisfies BecauseOf<Day['actions']>,
    imported: 'Importat',
  },
} satisfies Texts<unknown>

export default function NetworkReportPage() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const id = useThingId()
  return (
    <DetailPage<Report>
      detailKey={['network-report', id]}
      load={(signal) => bodyOf(api.GET('/network-reports/{reportId}', { params: { path: { reportId: id } }, signal }))}
      parent={{ title: t.list, to: opAt('money', 'network') }}
      id={id}
      heading={({ name }) => ({ title: name, tab: name })}
      main={({ rows }) => rows.map((day) => <DayPanel key={day.row} reportId={id} day={day} />)}
      side={({ recordedAt, recordedBy }) => (
        <Panel title={c.details}>
          <Facts
            of={[
              [t.imported, <Time key="at" at={recordedAt} />],
              [c.by, <Actor key="by" of={recordedBy} />],
            ]}
          />
        </Panel>
      )}
    />
  )
}

function DayPanel({ reportId, day }: { reportId: string; day: Day }) {
  const t = useTexts(texts)
  const actions = useDayActions(reportId)
  const calendar = useCalendarText()
  const { breaks, currency, match, settled, line, status } = day
  return (
    <Panel
      title={`${calendar(day.day)} · ${currency}`}
      actions={
        <span className="actions">
          {actions(day).map((action) => (
            <ActionButton key={action.name} action={action} />
          ))}
        </span>
      }
    >
      <p>
        <networkDays.Status status={status} />{' '}
        {settled && (
          <span className="soft">
            {t.settled} <Time at={settled.at} />, <Actor of={settled.by} />
          </span>
        )}
      </p>
      {line === 0 && <p className="soft">{t.notReported}</p>}
      {match && (
        <p className="soft">
          “{match.reason}” <Actor of={match.by} />, <Time at={match.at} />
        </p>
      )}
      {breaks.length > 0 && (
        <SmallTable
          title={`${calendar(day.day)} ${currency}`}
          heads={[t.movement, { end: t.reported }, { end: t.booked }]}
          rows={breaks.map(({ movement, reported, booked }) => ({
            key: movement,
            cells: [
              t.movements[movement],
              <span key="reported">
                {reported.count} · <Money amount={reported.amount} currency={currency} />
              </span>,
              <span key="booked">
                {booked.count} · <Money amount={booked.amount} currency={currency} />
              </span>,
            ],
          }))}
        />
      )}
    </Panel>
  )
}

function useDayActions(reportId: string): (day: Day) => Action[] {
  const t = useTexts(texts)
  const can = useCan()
  const reason = useReasonField()
  const calendar = useCalendarText()
  return ({ row, day, actions }) => [
    {
      name: 'match',
      label: t.match,
      ...can(actions.match, t.because),
      spec: {
        title: `${t.match}: ${calendar(day)}`,
        fields: [reason],
        effect: t.matchEffect,
        submit: t.match,
        run: (values, key) =>
          bodyOf(api.POST('/network-reports/{reportId}/rows/{row}/match', sending({ reportId, row }, values, key))),
      },
    },
    {
      name: 'settle',
      label: t.settle,
      ...can(actions.settle, t.because),
      spec: {
        title: `${t.settle}: ${calendar(day)}`,
        fields: [{ name: 'bankReference', label: t.bankReference }, reason],
        effect: t.settleEffect,
        submit: t.settle,
        run: (values, key) =>
          bodyOf(
            api.POST('/network-reports/{reportId}/rows/{row}/settle', sending({ reportId, row }, filled(values), key)),
          ),
      },
    },
  ]
}
