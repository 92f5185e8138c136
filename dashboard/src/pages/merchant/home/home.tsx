import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { useTexts } from '../../../i18n/language.tsx'
import { useMoney } from '../../../parts/money.tsx'
import { PaymentStatus } from '../../../parts/payment-status.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { Empty, ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { at } from '../../../urls.ts'
import { useMerchantId } from '../sites.ts'
import { Declines, Renewals, TodayLine } from './charts.tsx'
import { KeyFigures } from './figures.tsx'
import { Needs } from './needs.tsx'
import { texts } from './texts.ts'

/** What is true of the merchant now, and what needs a person. */
export default function Home() {
  const t = useTexts(texts)
  useTitle(t.title)
  const { name } = useScope()
  const may = useMay()
  const merchantId = useMerchantId()
  const { data, error, refetch } = useQuery({
    queryKey: ['figures', merchantId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/merchants/{merchantId}/figures', { params: { path: { merchantId } }, signal })),
    enabled: may('transactions:read'),
  })
  return (
    <>
      <div>
        <h1>{name ?? t.title}</h1>
        {data && <p className="soft">{t.zone(data.timeZone)}</p>}
      </div>
      <Needs />
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data && <KeyFigures figures={data} />}
      <div className="columns">
        {data && <TodayLine figures={data} />}
        {data && <Declines figures={data} />}
      </div>
      <div className="columns">
        <Latest />
        <Renewals />
      </div>
    </>
  )
}

type Row = Entry<'listPayments'>

function Latest() {
  const t = useTexts(texts)
  const money = useMoney()
  const may = useMay()
  const { scope } = useScope()
  const merchantId = useMerchantId()
  const { data } = useQuery({
    queryKey: ['payments', scope, 'latest'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/payments', { params: { query: { merchantId, type: 'deposit', size: 5 } }, signal })),
    enabled: may('transactions:read'),
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
