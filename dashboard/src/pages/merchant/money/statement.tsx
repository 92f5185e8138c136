import { useQuery } from '@tanstack/react-query'
import { api, apiRoot, bodyOf } from '../../../api/client.ts'
import { useTexts } from '../../../i18n/language.tsx'
import { useCalendarText, useZone, useZoneName } from '../../../parts/time.tsx'
import { useMe } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Field } from '../../../ui/field.tsx'
import { ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { useSearch } from '../../../ui/url-state.ts'
import { withSearch } from '../../../urls.ts'
import { Aside, Movements, Period, Proof, type Statement } from './statement-lines.tsx'
import { texts } from './statement-texts.ts'

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
  const nameOf = useCalendarText()
  return (
    <>
      <div className="head">
        <div>
          <h1>
            {t.title} · {nameOf(month)}
          </h1>
          <p className="soft">
            {data && (
              <>
                <Period statement={data} /> ·{' '}
              </>
            )}
            {t.zone(`${zone} (${zoneName})`)}
          </p>
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
      {data && (
        <div className="columns">
          <Proof statement={data} />
          <Aside statement={data} />
        </div>
      )}
      {data && <Movements statement={data} />}
    </>
  )
}
