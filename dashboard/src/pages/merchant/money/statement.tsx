import { useQuery } from '@tanstack/react-query'
import { api, apiRoot, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { Time, useZone, useZoneName } from '../../../parts/time.tsx'
import { useMe } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Field } from '../../../ui/field.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { useSearch } from '../../../ui/url-state.ts'
import { withSearch } from '../../../urls.ts'

const texts = {
  en: {
    title: 'Statement',
    month: 'Month',
    currency: 'Currency',
    opening: 'Opening balance',
    closing: 'Closing balance',
    days: (zone: string) => `Days of ${zone}. The closing balance is what the ledger says.`,
    final: 'Final',
    notFinal: 'May still change',
    totals: 'What it adds up from',
    movements: 'Every movement',
    kind: 'Kind',
    count: 'Count',
    gross: 'Gross',
    fee: 'Fee',
    net: 'Net',
    balance: 'Balance',
    when: 'Booked',
    what: 'What',
    none: 'No money moved in this month.',
    report: 'Settlement report (CSV)',
    more: (count: string) => `The newest 200 are shown; the files have all ${count}.`,
  },
  ro: {
    title: 'Extras',
    month: 'Luna',
    currency: 'Moneda',
    opening: 'Sold inițial',
    closing: 'Sold final',
    days: (zone: string) => `Zile din ${zone}. Soldul final este cel din registru.`,
    final: 'Final',
    notFinal: 'Încă se poate schimba',
    totals: 'Din ce se adună',
    movements: 'Fiecare mișcare',
    kind: 'Fel',
    count: 'Număr',
    gross: 'Brut',
    fee: 'Comision',
    net: 'Net',
    balance: 'Sold',
    when: 'Înregistrat',
    what: 'Ce',
    none: 'În această lună nu s-au mișcat bani.',
    report: 'Raport de decontare (CSV)',
    more: (count: string) => `Se văd cele mai noi 200; fișierele le au pe toate cele ${count}.`,
  },
} satisfies Texts<unknown>

type Statement = Extract<Reply<'getMerchantStatement'>, { openingBalance: string }>
const shownMax = 200

/** The twelve months that one can choose, such as `2026-11`. */
function monthsUntil(now: Date): string[] {
  const months = []
  for (let back = 0; back < 12; back++) {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
    months.push(first.toISOString().slice(0, 7))
  }
  return months
}
/** The last day of a month, or today. */
function lastDayOf(month: string, now: Date): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  const today = now.toISOString().slice(0, 10)
  return last < today ? last : today
}

export default function StatementPage() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  useTitle(t.title)
  const { scope, sites } = useScope()
  const { zone } = useZone()
  const zoneName = useZoneName()
  const [search, change] = useSearch()
  const now = new Date(useMe().now)
  const months = monthsUntil(now)
  const month = search.month ?? months[0] ?? ''
  const currencies = [...new Set(sites.flatMap((site) => site.currencies))]
  const currency = search.currency ?? currencies[0] ?? 'EUR'
  const merchantId = scope.kind === 'merchant' ? scope.id : ''
  const query = { from: `${month}-01`, to: lastDayOf(month, now), timeZone: zone, currency: currency as 'EUR' }
  const { data, error, refetch } = useQuery({
    queryKey: ['statement', merchantId, query],
    queryFn: async ({ signal }) => {
      const path = { merchantId }
      return (await bodyOf(
        api.GET('/merchants/{merchantId}/statement', { params: { path, query }, signal }),
      )) as Statement
    },
  })
  const file = (what: string, format: string) =>
    `${apiRoot}${withSearch(`/merchants/${merchantId}/${what}`, { ...query, format })}`
  const nameOf = (one: string) =>
    new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${one}-01`))
  return (
    <>
      <div className="head">
        <div>
          <h1>
            {t.title} · {nameOf(month)}
          </h1>
          <p className="soft">{t.days(zoneName)}</p>
        </div>
        <div className="actions">
          <a className="button" href={file('statement', 'csv')} download>
            CSV
          </a>
          <a className="button" href={file('statement', 'pdf')} download>
            PDF
          </a>
          <a className="button" href={file('settlement-report', 'csv')} download>
            {t.report}
          </a>
        </div>
      </div>
      <search className="filters">
        <Field
          name="month"
          label={t.month}
          kind="choice"
          options={months.map((value) => ({ value, label: nameOf(value) }))}
          value={month}
          onChange={(value) => change({ month: value })}
        />
        <Field
          name="currency"
          label={t.currency}
          kind="choice"
          options={currencies.map((value) => ({ value, label: value }))}
          value={currency}
          onChange={(value) => change({ currency: value })}
        />
      </search>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading lines={8} />}
      {data && <Lines statement={data} />}
    </>
  )
}

function Lines({ statement }: { statement: Statement }) {
  const t = useTexts(texts)
  const { currency, openingBalance, closingBalance, totals, movements, final } = statement
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  return (
    <>
      <div className="figures">
        <Panel title={t.opening}>
          <p className="figure">{money(openingBalance)}</p>
        </Panel>
        <Panel title={t.closing}>
          <p className="figure">{money(closingBalance)}</p>
          <p>
            <Badge tone={final ? 'good' : 'wait'}>{final ? t.final : t.notFinal}</Badge>
          </p>
        </Panel>
      </div>
      <Panel title={t.totals}>
        {totals.length === 0 && <p className="soft">{t.none}</p>}
        {totals.length > 0 && (
          <SmallTable
            title={t.totals}
            heads={[t.kind, { end: t.count }, { end: t.gross }, { end: t.fee }, { end: t.net }]}
            rows={totals.map(({ kind, count, gross, fee, net }) => ({
              key: kind,
              cells: [kind, String(count), money(gross), money(fee), money(net)],
            }))}
          />
        )}
      </Panel>
      {movements.length > 0 && (
        <Panel title={t.movements}>
          {movements.length > shownMax && <p className="soft">{t.more(String(movements.length))}</p>}
          <SmallTable
            title={t.movements}
            heads={[t.when, t.what, { end: t.gross }, { end: t.fee }, { end: t.net }, { end: t.balance }]}
            rows={movements.slice(-shownMax).map((one, index) => ({
              key: `${one.reference} ${one.kind} ${index}`,
              cells: [
                <Time key="at" at={one.bookedAt} />,
                `${one.description} · ${one.reference}`,
                money(one.gross),
                money(one.fee),
                money(one.net),
                money(one.balance),
              ],
            }))}
          />
        </Panel>
      )}
    </>
  )
}
