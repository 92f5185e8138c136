import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError, api, bodyOf, idIn, type Reply } from '../../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { Time, useDayText } from '../../../parts/time.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { debtWords } from './debt-words.ts'

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

/** Each date, and why it is that one. */
export function ScheduleTable({ order: { next, currency, intervalType, intervalValue } }: { order: Order }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const dayText = useDayText()
  if (next.length === 0) return <p className="soft">{t.none}</p>
  const reasons: Readonly<Record<Next['why'], (day: number) => string>> = {
    chosen: () => t.chosen,
    interval: () => t.usual(intervalValue ?? 1, intervalType),
    dayOfMonth: t.day,
    shortMonth: t.anchor,
  }
  const why = ({ isDebt, failures, retries, why: reason, anchorDay }: Next) => {
    if (isDebt) return retries.length === 0 ? t.noRetries : debtWords(language, failures, retries.map(dayText))
    return reasons[reason](anchorDay ?? 0)
  }
  return (
    <SmallTable
      title={t.title}
      heads={[t.when, t.why, { end: t.amount }]}
      rows={next.map((one) => ({
        key: `${one.period} ${one.at}`,
        cells: [
          <Time key="at" at={one.at} how="day" />,
          <span key="why" className="soft">
            {why(one)}
          </span>,
          <Money key="amount" amount={one.amount} currency={currency} />,
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
