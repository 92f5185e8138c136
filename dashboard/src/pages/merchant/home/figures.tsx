import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { useLanguage, useTexts } from '../../../i18n/language.tsx'
import { useMoney } from '../../../parts/money.tsx'
import { useHindranceText } from '../../../parts/payout-hindrance.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { at } from '../../../urls.ts'
import { texts } from './texts.ts'

export type Figures = Reply<'getMerchantFigures'>

/** `Sat 14 Nov, 14:02` in the days of the merchant. */
export function useComparedWith({ comparedWith, timeZone }: Figures): string {
  const { language } = useLanguage()
  const format = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(language, { ...format, hourCycle: 'h23', timeZone }).format(new Date(comparedWith))
}

/** The key figures of a merchant, each currency by itself. */
export function KeyFigures({ figures }: { figures: Figures }) {
  const t = useTexts(texts)
  const money = useMoney()
  const { currencies } = figures
  return (
    <div className="figures">
      {currencies.length > 0 && (
        <Panel title={t.today}>
          {currencies.map(({ currency, today, lastWeek }) => (
            <div key={currency}>
              <p className="figure">{money(today, currency)}</p>
              <p className="soft">
                <Change today={today} lastWeek={lastWeek} figures={figures} />
              </p>
            </div>
          ))}
        </Panel>
      )}
      {currencies.length > 0 && (
        <Panel title={t.month}>
          {currencies.map(({ currency, month, monthFees, monthReturned, monthNet }) => (
            <div key={currency}>
              <p className="figure">{money(monthNet, currency)}</p>
              <p className="soft">
                {t.monthParts(money(month, currency), money(monthFees, currency), money(monthReturned, currency))}
              </p>
            </div>
          ))}
        </Panel>
      )}
      <Rate figures={figures} />
      <NextPayout />
    </div>
  )
}

/** Against the same weekday until the same minute; without one, there is nothing to compare with. */
function Change({ today, lastWeek, figures }: { today: string; lastWeek: string; figures: Figures }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const than = useComparedWith(figures)
  const [now, before] = [Number(today), Number(lastWeek)]
  if (now === before) return t.same(than)
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  if (before === 0) return t.none(than)
  const text = share.format(Math.abs(now / before - 1))
  return now > before ? t.more(text, than) : t.less(text, than)
}

function Rate({ figures: { approved, attempted, before } }: { figures: Figures }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  if (attempted === 0) return null
  const number = new Intl.NumberFormat(language)
  const rate = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const points = new Intl.NumberFormat(language, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  const difference = before.attempted === 0 ? undefined : approved / attempted - before.approved / before.attempted
  return (
    <Panel title={t.rate}>
      <p className="figure">{rate.format(approved / attempted)}</p>
      <p className="soft">{t.rateParts(number.format(approved), number.format(attempted))}</p>
      {difference !== undefined && (
        <p className="soft">{t.points(points.format(100 * difference).replace('-', '−'))}</p>
      )}
    </Panel>
  )
}

function NextPayout() {
  const hindranceText = useHindranceText()
  const t = useTexts(texts)
  const money = useMoney()
  const may = useMay()
  const { scope } = useScope()
  const merchantId = scope.kind === 'merchant' ? scope.id : ''
  const { data } = useQuery({
    queryKey: ['balance', merchantId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/merchants/{merchantId}/balance', { params: { path: { merchantId } }, signal })),
    enabled: may('settlements:read'),
  })
  if (!data || data.balances.length === 0) return null
  return (
    <Panel title={t.payout}>
      {data.balances.map(({ currency, available, nextPayoutAt, hindrance }) => (
        <div key={currency}>
          <p className="figure">
            <Link to={at(scope, 'money', 'balance')}>{money(available, currency)}</Link>
          </p>
          <p className="soft">
            {nextPayoutAt ? <Time at={nextPayoutAt} how="weekday" /> : t.byHand} {nextPayoutAt && t.byBank}
          </p>
          {hindrance && <p className="soft">{hindranceText(hindrance, currency)}</p>}
        </div>
      ))}
    </Panel>
  )
}
