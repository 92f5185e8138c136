import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { useHindranceText } from '../../../parts/payout-hindrance.tsx'
import { negated } from '../../../parts/sums.ts'
import { Time } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { Empty, ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { at } from '../../../urls.ts'

const texts = {
  en: {
    title: 'Balance',
    about: 'What you are owed, and when it is paid out. Currencies are never added up.',
    beside: 'Beside the balance',
    pending: 'Not yet due by the terms',
    outflows: 'Refunds and payouts under way',
    reserve: 'Held in reserve',
    disputed: 'Set aside for disputes',
    onItsWay: 'On its way to your bank',
    available: 'Can be paid out now',
    next: 'Next payout',
    byHand: 'by hand',
    empty: 'Nothing yet',
    emptyHint: 'Your balance begins with the first captured payment.',
    payouts: 'All payouts',
    statements: 'Statements',
  },
  ro: {
    title: 'Sold',
    about: 'Cât ți se datorează și când se plătește. Monedele nu se adună niciodată.',
    beside: 'Pe lângă sold',
    pending: 'Încă nescadent după termeni',
    outflows: 'Rambursări și plăți în curs',
    reserve: 'Reținut ca rezervă',
    disputed: 'Pus deoparte pentru contestații',
    onItsWay: 'În drum spre banca ta',
    available: 'Se poate plăti acum',
    next: 'Următorul virament',
    byHand: 'manual',
    empty: 'Încă nimic',
    emptyHint: 'Soldul tău începe cu prima plată încasată.',
    payouts: 'Toate viramentele',
    statements: 'Extrase',
  },
} satisfies Texts<unknown>

type Balance = Reply<'getMerchantBalance'>['balances'][number]

export default function BalancePage() {
  const t = useTexts(texts)
  useTitle(t.title)
  const { scope } = useScope()
  const merchantId = scope.kind === 'merchant' ? scope.id : ''
  const { data, error, refetch } = useQuery({
    queryKey: ['balance', merchantId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/merchants/{merchantId}/balance', { params: { path: { merchantId } }, signal })),
  })
  return (
    <>
      <div className="head">
        <div>
          <h1>{t.title}</h1>
          <p className="soft">{t.about}</p>
        </div>
        <div className="actions">
          <Link className="button" to={at(scope, 'money', 'payouts')}>
            {t.payouts}
          </Link>
          <Link className="button" to={at(scope, 'money', 'statements')}>
            {t.statements}
          </Link>
        </div>
      </div>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data?.balances.length === 0 && (
        <div className="panel">
          <Empty title={t.empty}>
            <p className="soft">{t.emptyHint}</p>
          </Empty>
        </div>
      )}
      <div className="figures">
        {data?.balances.map((balance) => (
          <OneBalance key={balance.currency} balance={balance} />
        ))}
      </div>
    </>
  )
}

/** From what is owed to what can be paid out; what is not part of it stands apart, so that nobody adds it up. */
function OneBalance({ balance }: { balance: Balance }) {
  const t = useTexts(texts)
  const hindranceText = useHindranceText()
  const { currency, hindrance, nextPayoutAt } = balance
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  return (
    <Panel title={currency}>
      <p className="figure">{money(balance.payable)}</p>
      <Facts
        of={[
          [t.pending, money(negated(balance.pending))],
          [t.outflows, money(negated(balance.outflows))],
          [t.available, <strong key="available">{money(balance.available)}</strong>],
          [t.next, nextPayoutAt ? <Time key="next" at={nextPayoutAt} how="weekday" /> : t.byHand],
        ]}
      />
      {hindrance && <div className="notice wait">{hindranceText(hindrance, currency)}</div>}
      <h3>{t.beside}</h3>
      <Facts
        of={[
          [t.reserve, money(balance.reserve)],
          [t.disputed, money(balance.disputed)],
          [t.onItsWay, money(balance.onItsWay)],
        ]}
      />
    </Panel>
  )
}
