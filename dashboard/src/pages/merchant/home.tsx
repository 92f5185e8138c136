import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Entry, type Reply } from '../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../i18n/language.tsx'
import { useMoney } from '../../parts/money.tsx'
import { declines as declineTexts, PaymentStatus } from '../../parts/payment-status.tsx'
import { Time } from '../../parts/time.tsx'
import { useMay } from '../../session.tsx'
import { useScope } from '../../shell/scope.tsx'
import { Panel } from '../../ui/facts.tsx'
import { Link } from '../../ui/link.tsx'
import { SmallTable } from '../../ui/small-table.tsx'
import { Empty, ErrorPanel, Loading } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { at, withSearch } from '../../urls.ts'
import { bySite, useSiteQuery } from './sites.ts'

const texts = {
  en: {
    title: 'Home',
    today: 'Today so far',
    before: (amount: string) => `${amount} a week ago until the same time`,
    month: 'This month',
    monthParts: (fees: string, returned: string) => `fees ${fees}, returned ${returned}`,
    rate: 'Approved of tried, 30 days',
    rateParts: (approved: string, attempted: string) => `${approved} of ${attempted}`,
    payout: 'Next payout',
    byHand: 'No day is planned.',
    needs: 'Needs you',
    nothing: 'Nothing needs you now.',
    disputes: 'disputes to answer',
    uncertain: 'payments whose outcome is unknown',
    parked: 'notifications that your server did not take',
    approvals: 'requests that wait for an approval',
    declines: 'Declines by reason, 7 days',
    noDeclines: 'No payment was declined.',
    latest: 'Latest payments',
    all: 'All payments',
    amount: 'Amount',
    status: 'Status',
    when: 'When',
    empty: 'No payments yet',
    emptyHint: 'The first one appears here the moment it is made.',
  },
  ro: {
    title: 'Acasă',
    today: 'Astăzi până acum',
    before: (amount: string) => `${amount} acum o săptămână până la aceeași oră`,
    month: 'Luna aceasta',
    monthParts: (fees: string, returned: string) => `comisioane ${fees}, returnat ${returned}`,
    rate: 'Aprobate din încercate, 30 de zile',
    rateParts: (approved: string, attempted: string) => `${approved} din ${attempted}`,
    payout: 'Următorul virament',
    byHand: 'Nu este planificată nicio zi.',
    needs: 'Are nevoie de tine',
    nothing: 'Acum nimic nu are nevoie de tine.',
    disputes: 'contestații de răspuns',
    uncertain: 'plăți cu rezultat necunoscut',
    parked: 'notificări neprimite de serverul tău',
    approvals: 'cereri care așteaptă o aprobare',
    declines: 'Respingeri după motiv, 7 zile',
    noDeclines: 'Nicio plată nu a fost respinsă.',
    latest: 'Ultimele plăți',
    all: 'Toate plățile',
    amount: 'Suma',
    status: 'Stare',
    when: 'Când',
    empty: 'Încă nu sunt plăți',
    emptyHint: 'Prima apare aici în clipa în care este făcută.',
  },
} satisfies Texts<unknown>

type Figures = Reply<'getMerchantFigures'>

/** What is true of the merchant now, and what needs a person. */
export default function Home() {
  const t = useTexts(texts)
  useTitle(t.title)
  const { scope, name } = useScope()
  const may = useMay()
  const merchantId = scope.kind === 'merchant' ? scope.id : ''
  const { data, error, refetch } = useQuery({
    queryKey: ['figures', merchantId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/merchants/{merchantId}/figures', { params: { path: { merchantId } }, signal })),
    enabled: may('transactions:read'),
    refetchInterval: 30_000,
  })
  return (
    <>
      <h1>{name ?? t.title}</h1>
      <Needs />
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data && <Sums figures={data} />}
      <div className="columns">
        <Latest />
        {data && <Declines figures={data} />}
      </div>
    </>
  )
}

/** How many of each thing wait for a person; each number leads to its list. */
function Needs() {
  const t = useTexts(texts)
  const { scope } = useScope()
  const { language } = useLanguage()
  const may = useMay()
  const siteId = useSiteQuery()
  const query = <Q extends object>(more: Q) => ({ params: { query: { size: 1, ...more } } })
  const sources = [
    {
      name: t.disputes,
      permission: 'disputes:read',
      to: withSearch(at(scope, 'disputes'), { status: 'needsResponse' }),
      ask: () => bodyOf(api.GET('/disputes', query({ status: 'needsResponse' as const }))),
    },
    {
      name: t.uncertain,
      permission: 'transactions:read',
      to: withSearch(at(scope, 'payments'), { status: 'uncertain' }),
      ask: () => bodyOf(api.GET('/payments', query({ siteId, status: 'uncertain' as const }))),
    },
    {
      name: t.parked,
      permission: 'notifications:read',
      to: withSearch(at(scope, 'notifications'), { status: 'parked' }),
      ask: () => bodyOf(api.GET('/notifications', query({ siteId, status: 'parked' as const }))),
    },
    {
      name: t.approvals,
      permission: 'approvals:read',
      to: withSearch(at(scope, 'reviews', 'approvals'), { status: 'requested' }),
      ask: () => bodyOf(api.GET('/approvals', query({ status: 'requested' as const }))),
    },
  ].filter(({ permission }) => may(permission))
  const { data, error, refetch } = useQuery({
    queryKey: ['needs', scope, siteId],
    queryFn: async () => Promise.all(sources.map(async ({ ask }) => (await ask()).total)),
    enabled: siteId !== '',
    refetchInterval: 30_000,
  })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const waiting = sources.flatMap((source, index) => {
    const count = data[index] ?? 0
    return count === 0 ? [] : [{ ...source, count }]
  })
  return (
    <Panel title={t.needs}>
      {waiting.length === 0 && <p className="soft">{t.nothing}</p>}
      <ul className="plain">
        {waiting.map(({ name, to, count }) => (
          <li key={name}>
            <Link to={to}>{`${new Intl.NumberFormat(language).format(count)} ${name}`}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Sums({ figures: { currencies, approved, attempted } }: { figures: Figures }) {
  const t = useTexts(texts)
  const money = useMoney()
  const { language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  const rate = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <div className="figures">
      {currencies.map(({ currency, today, lastWeek, month, monthFees, monthReturned }) => (
        <Panel key={currency} title={`${t.today} · ${currency}`}>
          <p className="figure">{money(today, currency)}</p>
          <p className="soft">{t.before(money(lastWeek, currency))}</p>
          <p>
            {t.month}: <strong>{money(month, currency)}</strong>
          </p>
          <p className="soft">{t.monthParts(money(monthFees, currency), money(monthReturned, currency))}</p>
        </Panel>
      ))}
      {attempted > 0 && (
        <Panel title={t.rate}>
          <p className="figure">{rate.format(approved / attempted)}</p>
          <p className="soft">{t.rateParts(number.format(approved), number.format(attempted))}</p>
        </Panel>
      )}
      <NextPayout />
    </div>
  )
}

function NextPayout() {
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
          <p className="soft">{nextPayoutAt ? <Time at={nextPayoutAt} /> : t.byHand}</p>
          {hindrance && <p className="soft">{hindrance.text}</p>}
        </div>
      ))}
    </Panel>
  )
}

function Declines({ figures: { declines } }: { figures: Figures }) {
  const t = useTexts(texts)
  const words = useTexts(declineTexts)
  const { scope } = useScope()
  const most = declines[0]?.count ?? 1
  return (
    <Panel title={t.declines}>
      {declines.length === 0 && <p className="soft">{t.noDeclines}</p>}
      <ul className="plain bars">
        {declines.map(({ reason, count }) => (
          <li key={reason}>
            <Link to={withSearch(at(scope, 'payments'), { status: 'complete-failed' })}>
              {words[reason] ?? reason.replaceAll('_', ' ')}
            </Link>
            <span className="number">{count}</span>
            <span className="bar" style={{ width: `${(100 * count) / most}%` }} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type Row = Entry<'listPayments'>

function Latest() {
  const t = useTexts(texts)
  const money = useMoney()
  const may = useMay()
  const { scope } = useScope()
  const siteId = useSiteQuery()
  const { data } = useQuery({
    queryKey: ['payments', scope, 'latest', siteId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/payments', { params: { query: { ...bySite(siteId, {}), size: 5 } }, signal })),
    enabled: siteId !== '' && may('transactions:read'),
    refetchInterval: 15_000,
  })
  const rowOf = ({ id, amount, currency, status, declineReason, createdAt }: Row) => ({
    key: id,
    cells: [
      <Link key="amount" to={at(scope, 'payments', id)}>
        {money(amount, currency)}
      </Link>,
      <PaymentStatus key="status" status={status} reason={declineReason} />,
      <Time key="at" at={createdAt} />,
    ],
  })
  return (
    <Panel title={t.latest} actions={<Link to={at(scope, 'payments')}>{t.all}</Link>}>
      {data?.data.length === 0 && (
        <Empty title={t.empty}>
          <p className="soft">{t.emptyHint}</p>
        </Empty>
      )}
      {data && data.data.length > 0 && (
        <SmallTable title={t.latest} heads={[t.amount, t.status, t.when]} rows={data.data.map(rowOf)} />
      )}
    </Panel>
  )
}
