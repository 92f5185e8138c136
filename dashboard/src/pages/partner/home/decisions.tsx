import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { useMay, useMe } from '../../../session.tsx'
import { ChartFigure, SortedBars } from '../../../ui/chart/index.ts'
import { Panel } from '../../../ui/facts.tsx'
import { withSearch } from '../../../urls.ts'
import { usePartner } from '../partner.ts'
import { rules } from '../transactions/words.ts'

const texts = {
  en: {
    decisions: 'Card transactions, 7 days',
    approved: (approved: string, all: string) => `${approved} of ${all} were approved.`,
    none: 'No card was used.',
    reasons: 'Declined, by the rule that decided',
    say: (count: string, first: string) => `${count} declined; most often: ${first}.`,
    ofLatest: (counted: string) => `Counted of the latest ${counted}.`,
    byCustomer: 'The customer declined',
    nothing: 'Nothing was declined.',
    reason: 'Rule',
    count: 'Count',
    days: 'Days are those of UTC.',
  },
  ro: {
    decisions: 'Tranzacții cu cardul, 7 zile',
    approved: (approved: string, all: string) => `${approved} din ${all} au fost aprobate.`,
    none: 'Niciun card nu a fost folosit.',
    reasons: 'Respinse, după regula care a decis',
    say: (count: string, first: string) => `${count} respinse; cel mai des: ${first}.`,
    ofLatest: (counted: string) => `Numărate din ultimele ${counted}.`,
    byCustomer: 'Clientul a refuzat',
    nothing: 'Nimic nu a fost respins.',
    reason: 'Regula',
    count: 'Număr',
    days: 'Zilele sunt cele din UTC.',
  },
} satisfies Texts<unknown>

const countedMax = 100

/** How many uses of cards were approved in seven days, and which rules declined the others. */
export function Decisions() {
  const t = useTexts(texts)
  const words = useTexts(rules)
  const { language } = useLanguage()
  const { partnerId, to } = usePartner()
  const may = useMay()
  const from = new Date(Date.parse(useMe().now) - 7 * 86_400_000).toISOString().slice(0, 10)
  const { data } = useQuery({
    queryKey: ['decisions', partnerId, from],
    queryFn: async ({ signal }) => {
      const list = (query: { status?: 'declined'; size: number }) =>
        bodyOf(api.GET('/card-transactions', { params: { query: { partnerId, from, ...query } }, signal }))
      const [all, declined] = await Promise.all([list({ size: 1 }), list({ status: 'declined', size: countedMax })])
      return { all: all.total, declined: declined.total, latest: declined.data }
    },
    enabled: may('transactions:read'),
    refetchInterval: 30_000,
  })
  if (!data) return null
  const number = new Intl.NumberFormat(language)
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const byReason = [...Map.groupBy(data.latest, ({ declineReason }) => declineReason)].map(([reason, rows]) => ({
    key: reason ?? 'customer',
    name: reason ? words[reason][0] : t.byCustomer,
    count: rows.length,
    to: withSearch(to('transactions', 'card'), { status: 'declined', from }),
  }))
  const [first] = byReason.toSorted((one, other) => other.count - one.count)
  const rest = data.declined > countedMax ? ` ${t.ofLatest(number.format(countedMax))}` : ''
  return (
    <div className="columns">
      <Panel title={t.reasons}>
        {first ? (
          <ChartFigure
            caption={`${t.say(number.format(data.declined), first.name)}${rest}`}
            table={{
              title: t.reasons,
              heads: [t.reason, { end: t.count }],
              rows: byReason.map(({ key, name, count }) => ({ key, cells: [name, number.format(count)] })),
            }}
          >
            <SortedBars bars={byReason} />
          </ChartFigure>
        ) : (
          <p className="soft">{t.nothing}</p>
        )}
      </Panel>
      <Panel title={t.decisions}>
        {data.all === 0 && <p className="soft">{t.none}</p>}
        {data.all > 0 && (
          <>
            <p className="figure">{share.format((data.all - data.declined) / data.all)}</p>
            <p className="soft">{t.approved(number.format(data.all - data.declined), number.format(data.all))}</p>
            <p className="soft">{t.days}</p>
          </>
        )}
      </Panel>
    </div>
  )
}
