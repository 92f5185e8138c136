import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { plural, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { useMoney } from '../../../parts/money.tsx'
import { useDeclineWord } from '../../../parts/payment-status.tsx'
import { formatTime } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { ChartFigure, ColumnChart, LineChart, SortedBars } from '../../../ui/chart/index.ts'
import { Panel } from '../../../ui/facts.tsx'
import { at, withSearch } from '../../../urls.ts'
import { type Figures, useComparedWith } from './figures.tsx'
import { texts } from './texts.ts'

/** Amounts on an axis: whole units, short. */
function useShortMoney(currency: string): (value: number) => string {
  const { language } = useLanguage()
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  })
  return (value) => format.format(value)
}

/** Today over the same weekday, in one currency: the first, of which most is sold. */
export function TodayLine({ figures }: { figures: Figures }) {
  const t = useTexts(texts)
  const money = useMoney()
  const than = useComparedWith(figures)
  const first = figures.currencies.find(({ hours }) => hours.length > 0)
  const short = useShortMoney(first?.currency ?? 'EUR')
  if (!first) return null
  const { currency, hours, today, lastWeek } = first
  const begun = hours.filter((hour) => hour.today !== undefined)
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  return (
    <Panel title={t.line(currency)}>
      <ChartFigure
        caption={t.lineSays(money(today, currency), money(lastWeek, currency), than)}
        table={{
          title: t.line(currency),
          heads: [t.hour, { end: t.lineToday }, { end: than }],
          rows: hours.map((hour) => ({
            key: String(hour.hour),
            cells: [
              clock(hour.hour),
              hour.today === undefined ? '' : money(hour.today, currency),
              money(hour.lastWeek, currency),
            ],
          })),
        }}
      >
        <LineChart
          lines={[
            {
              name: than.replace(/,.*/, ''),
              is: 'before',
              points: withZero(hours, ({ lastWeek: sum }) => Number(sum)),
            },
            { name: t.lineToday, is: 'now', open: true, points: withZero(begun, (hour) => Number(hour.today)) },
          ]}
          nameX={clock}
          nameY={short}
        />
      </ChartFigure>
    </Panel>
  )
}

type Hour = Figures['currencies'][number]['hours'][number]

/** A day begins with nothing. */
const withZero = (hours: readonly Hour[], sum: (hour: Hour) => number) => [
  { x: 0, y: 0 },
  ...hours.map((hour) => ({ x: hour.hour, y: sum(hour) })),
]

export function Declines({ figures: { declines } }: { figures: Figures }) {
  const t = useTexts(texts)
  const nameOf = useDeclineWord()
  const { language } = useLanguage()
  const { scope } = useScope()
  const number = new Intl.NumberFormat(language)
  const all = declines.reduce((sum, { count }) => sum + count, 0)
  const [first] = declines
  if (!first)
    return (
      <Panel title={t.declines}>
        <p className="soft">{t.noDeclines}</p>
      </Panel>
    )
  const toList = (reason: string) => {
    const search = { status: 'failed', created: 'last-7d' }
    return withSearch(at(scope, 'payments'), reason === 'unknown' ? search : { ...search, reason })
  }
  return (
    <Panel title={t.declines}>
      <ChartFigure
        caption={t.declinesSay(number.format(all), nameOf(first.reason))}
        table={{
          title: t.declines,
          heads: [t.reason, { end: t.count }],
          rows: declines.map(({ reason, count }) => ({ key: reason, cells: [nameOf(reason), number.format(count)] })),
        }}
      >
        <SortedBars
          bars={declines.map(({ reason, count }) => ({ key: reason, name: nameOf(reason), count, to: toList(reason) }))}
        />
      </ChartFigure>
    </Panel>
  )
}

/** What the subscriptions will charge, day by day. */
export function Renewals() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const may = useMay()
  const { scope } = useScope()
  const merchantId = scope.kind === 'merchant' ? scope.id : ''
  const { data } = useQuery({
    queryKey: ['renewals', merchantId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/merchants/{merchantId}/renewals', { params: { path: { merchantId } }, signal })),
    enabled: may('orders:read'),
  })
  if (!data || data.days.length === 0) return null
  return data.totals.map((total, index) => (
    <RenewalsIn
      key={total.currency}
      total={total}
      days={data.days.filter((day) => day.currency === total.currency)}
      from={data.from}
      more={index === 0 && data.expiringCards > 0 ? plural(language, data.expiringCards, t.expiring) : ''}
    />
  ))
}

type Ahead = Reply<'getMerchantRenewals'>
type InOneCurrency = { total: Ahead['totals'][number]; days: Ahead['days']; from: string; more: string }

function RenewalsIn({ total: { currency, count, amount: sum }, days, from, more }: InOneCurrency) {
  const t = useTexts(texts)
  const money = useMoney()
  const { language } = useLanguage()
  const short = useShortMoney(currency)
  const number = new Intl.NumberFormat(language)
  const shortDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const dayName = ({ day, isOverdue }: Ahead['days'][number]) => {
    const name = formatTime(language, 'UTC', day, 'day')
    return isOverdue ? t.overdueSince(name) : name
  }
  return (
    <Panel title={t.renewals(currency)}>
      <ChartFigure
        caption={`${t.renewalsSay(number.format(count), money(sum, currency))} ${more}`}
        table={{
          title: t.renewals(currency),
          heads: [t.day, { end: t.count }, { end: t.amount }],
          rows: days.map((day) => ({
            key: `${day.isOverdue} ${day.day}`,
            cells: [dayName(day), number.format(day.count), money(day.amount, currency)],
          })),
        }}
      >
        <ColumnChart
          columns={[
            ...days
              .filter(({ isOverdue }) => isOverdue)
              .map(({ amount }) => ({ name: t.overdue, value: Number(amount) })),
            ...daysFrom(from).map((day) => ({
              name: shortDay.format(new Date(day)),
              value: Number(days.find((one) => one.day === day && !one.isOverdue)?.amount ?? 0),
            })),
          ]}
          nameY={short}
        />
      </ChartFigure>
    </Panel>
  )
}

const daysFrom = (first: string): string[] =>
  Array.from({ length: 14 }, (_, day) => new Date(Date.parse(first) + day * 86_400_000).toISOString().slice(0, 10))
