import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { useMay } from '../../../session.tsx'
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
    ofLatest: (counted: string) => `Counted of the newest ${counted}; there are more.`,
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
    ofLatest: (counted: string) => `Numărate din cele mai noi ${counted}; sunt mai multe.`,
    byCustomer: 'Clientul a refuzat',
    nothing: 'Nimic nu a fost respins.',
    reason: 'Regula',
    count: 'Număr',
    days: 'Zilele sunt cele din UTC.',
  },
} satisfies Texts<unknown>

/** How many uses of cards were approved in seven days, and which rules declined the others. */
export function Decisions() {
  const t = useTexts(texts)
  const words = useTexts(rules)
  const { language } = useLanguage()
  const { partnerId, to } = usePartner()
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['decisions', partnerId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/partners/{partnerId}/figures', { params: { path: { partnerId } }, signal })),
    enabled: may('transactions:read'),
    refetchInterval: 30_000,
  })
  if (!data) return null
  const number = new Intl.NumberFormat(language)
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const { counted, declined, from } = data
  const byRule = data.declines.map(({ rule, count }) => ({
    key: rule ?? 'customer',
    name: rule ? words[rule][0] : t.byCustomer,
    count,
    to: withSearch(to('transactions', 'card'), { status: 'declined', from }),
  }))
  const [first] = byRule
  const rest = data.isComplete ? '' : ` ${t.ofLatest(number.format(counted))}`
  return (
    <div className="columns">
      <Panel title={t.reasons}>
        {first ? (
          <ChartFigure
            caption={`${t.say(number.format(declined), first.name)}${rest}`}
            table={{
              title: t.reasons,
              heads: [t.reason, { end: t.count }],
              rows: byRule.map(({ key, name, count }) => ({ key, cells: [name, number.format(count)] })),
            }}
          >
            <SortedBars bars={byRule} />
          </ChartFigure>
        ) : (
          <p className="soft">{t.nothing}</p>
        )}
      </Panel>
      <Panel title={t.decisions}>
        {counted === 0 && <p className="soft">{t.none}</p>}
        {counted > 0 && (
          <>
            <p className="figure">{share.format((counted - declined) / counted)}</p>
            <p className="soft">
              {t.approved(number.format(counted - declined), number.format(counted))}
              {rest}
            </p>
            <p className="soft">{t.days}</p>
          </>
        )}
      </Panel>
    </div>
  )
}
