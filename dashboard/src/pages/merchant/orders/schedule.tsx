import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError, api, bodyOf, idIn, type Reply } from '../../../api/client.ts'
import { useLive } from '../../../api/live.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { Time, useDayText } from '../../../parts/time.tsx'
import { useMe } from '../../../session.tsx'
import { useShownAt } from '../../../ui/page-at.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { useSearch } from '../../../ui/url-state.ts'
import { type MoveClock, useMoveClock } from '../../common/test-tools/move-clock.tsx'
import { debtWords } from './debt-words.ts'
import { MonthGrid } from './month-grid.tsx'

const texts = {
  en: {
    title: 'What is billed next',
    when: 'When',
    why: 'Why then',
    amount: 'Amount',
    none: 'Nothing is billed from here on.',
    now: 'Now',
    after: 'After',
    nothing: 'nothing',
    noRetries: 'Debt from before; it is not tried again',
    trial: 'Trial.',
    clock: 'Test clock',
    view: 'View',
    views: { agenda: 'Agenda', months: 'Months' },
    chosen: 'The day that was chosen',
    day: (day: number) => `Day ${day} of the month`,
    anchor: (day: number) => `The last day of the month: it is billed on day ${day}, which this month does not have`,
    usual: (count: number, unit: 'day' | 'month' | undefined) =>
      unit === undefined ? '' : `${count === 1 ? `A ${unit}` : `${count} ${unit}s`} after the one before`,
  },
  ro: {
    title: 'Ce se încasează în continuare',
    when: 'Când',
    why: 'De ce atunci',
    amount: 'Suma',
    none: 'De aici înainte nu se mai încasează nimic.',
    now: 'Acum',
    after: 'După',
    nothing: 'nimic',
    noRetries: 'Datorie de dinainte; nu se mai încearcă',
    trial: 'Probă.',
    clock: 'Ceas de test',
    view: 'Vedere',
    views: { agenda: 'Agendă', months: 'Luni' },
    chosen: 'Ziua care a fost aleasă',
    day: (day: number) => `Ziua ${day} a lunii`,
    anchor: (day: number) => `Ultima zi a lunii: se încasează în ziua ${day}, pe care luna aceasta nu o are`,
    usual: (count: number, unit: 'day' | 'month' | undefined) => {
      if (unit === undefined) return ''
      const units = unit === 'day' ? (['o zi', 'zile'] as const) : (['o lună', 'luni'] as const)
      return `La ${count === 1 ? units[0] : `${count} ${units[1]}`} după cea dinainte`
    },
  },
} satisfies Texts<unknown>

type Order = Reply<'getOrder'>
type Next = Order['next'][number]

/** The next dates, as a list or by months (`?schedule=months`); on a telephone, and beside a list, as a list. */
export function Schedule({ order }: { order: Order }) {
  const t = useTexts(texts)
  const isBeside = useShownAt() !== undefined
  const [{ schedule }, change] = useSearch()
  const clock = useMoveClock()
  if (order.next.length === 0)
    return (
      <>
        <p className="soft">{t.none}</p>
        {clock?.form}
      </>
    )
  const view = schedule === 'months' && !isBeside ? 'months' : 'agenda'
  const options = (['agenda', 'months'] as const).map((value) => ({ value, label: t.views[value] }))
  return (
    <>
      {!isBeside && (
        <div className="wide-only">
          <Segments
            label={t.view}
            options={options}
            value={view}
            onChange={(chosen) => change({ schedule: chosen === 'months' ? chosen : '' })}
          />
        </div>
      )}
      {view === 'months' && (
        <div className="wide-only">
          <MonthGrid next={order.next} currency={order.currency} />
        </div>
      )}
      <div className={view === 'months' ? 'narrow-only' : undefined}>
        <Agenda order={order} clock={clock} />
      </div>
      {clock?.form}
    </>
  )
}

/** Each date, and why it is that one. */
function Agenda({ order, clock }: { order: Order; clock: MoveClock | undefined }) {
  const { next, currency, intervalType, intervalValue } = order
  const t = useTexts(texts)
  const me = useMe()
  const { asOf } = useLive()
  const { language } = useLanguage()
  const dayText = useDayText()
  const now = Date.parse(asOf ?? me.now)
  // A debt is tried again, and what is being charged waits for nothing.
  const aheadOf = ({ at, retries }: Next) => [at, ...retries].find((moment) => Date.parse(moment) > now)
  const wayTo = (moment: string | undefined) => moment !== undefined && clock?.way(moment)
  const reasons: Readonly<Record<Next['why'], (day: number) => string>> = {
    chosen: () => t.chosen,
    interval: () => t.usual(intervalValue ?? 1, intervalType),
    dayOfMonth: t.day,
    shortMonth: t.anchor,
  }
  const why = ({ isTrial, isDebt, failures, retries, why: reason, anchorDay }: Next) => {
    if (isDebt) return retries.length === 0 ? t.noRetries : debtWords(language, failures, retries.map(dayText))
    return [...(isTrial ? [t.trial] : []), reasons[reason](anchorDay ?? 0)].join(' ')
  }
  return (
    <SmallTable
      title={t.title}
      heads={[t.when, t.why, { end: t.amount }, ...(clock ? [{ end: t.clock }] : [])]}
      rows={next.map((one) => ({
        key: `${one.period} ${one.at}`,
        cells: [
          <Time key="at" at={one.at} how="day" />,
          <span key="why" className="soft">
            {why(one)}
          </span>,
          <Money key="amount" amount={one.amount} currency={currency} />,
          ...(clock ? [wayTo(aheadOf(one))] : []),
        ],
      }))}
    />
  )
}

type ScheduleAfterProps = {
  order: Order
  /** The change, by its parameters; nothing yet when it is empty. */
  change?: Readonly<Record<string, string>>
  effect?: string
}

/** The next dates as they are, and as they would be, from the server. */
export function ScheduleAfter({ order, change = {}, effect }: ScheduleAfterProps) {
  const t = useTexts(texts)
  const hasChange = Object.keys(change).length > 0
  const { data, error } = useQuery({
    queryKey: ['order', order.id, 'schedule', change],
    queryFn: ({ signal }) =>
      bodyOf(
        api.POST('/orders/{orderId}/schedule', {
          params: { path: { orderId: idIn(order.id) } },
          // The fields hold text; the server says of each what is wrong with it.
          body: change as never,
          signal,
        }),
      ),
    enabled: hasChange,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const after = hasChange ? data?.next : order.next
  return (
    <>
      {effect}
      {error instanceof ApiError && <span className="wrong">{error.message}</span>}
      <span style={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '4px 12px' }}>
        <b>{t.now}</b>
        <Days of={order.next} />
        <b>{t.after}</b>
        <Days of={after ?? []} />
      </span>
    </>
  )
}

function Days({ of }: { of: readonly Next[] }) {
  const t = useTexts(texts)
  if (of.length === 0) return <span>{t.nothing}</span>
  return (
    <span>
      {of.slice(0, 4).map(({ at }, index) => (
        <span key={at}>
          {index > 0 && ' → '}
          <Time at={at} how="day" />
        </span>
      ))}
      {of.length > 4 && ' …'}
    </span>
  )
}
