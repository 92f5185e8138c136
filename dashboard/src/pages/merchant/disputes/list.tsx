import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { DisputeStatus, disputeStatuses } from '../../../parts/dispute-status.tsx'
import { createdFilter, severalFilter, useMomentColumn } from '../../../parts/list-parts.tsx'
import { Money } from '../../../parts/money.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { at } from '../../../urls.ts'
import { siteFilter } from '../../common/site-filter.ts'
import { exportOf, ofMerchant, useMerchantId } from '../sites.ts'
import { disputeTexts } from './texts.ts'

const texts = {
  en: {
    title: 'Disputes',
    about: 'Payments that a cardholder denies. The bank decides; your evidence counts until the deadline.',
    amount: 'Amount',
    status: 'Status',
    reason: 'Reason',
    payment: 'Payment',
    opened: 'Opened',
    site: 'Site',
    deadline: 'Answer by',
    empty: 'No disputes',
    emptyHint: 'When a cardholder denies a payment, it appears here with what you can do until when.',
  },
  ro: {
    title: 'Contestații',
    about: 'Plăți pe care titularul cardului le neagă. Banca decide; dovezile tale contează până la termen.',
    amount: 'Suma',
    status: 'Stare',
    reason: 'Motiv',
    payment: 'Plata',
    opened: 'Deschisă',
    site: 'Magazin',
    deadline: 'Răspunde până la',
    empty: 'Nicio contestație',
    emptyHint: 'Când un titular neagă o plată, apare aici, cu ce poți face și până când.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listDisputes'>

export default function Disputes() {
  const t = useTexts(texts)
  const words = useTexts(disputeStatuses)
  const zone = useZoneName()
  const { reasons } = useTexts(disputeTexts)
  const { scope, sites } = useScope()
  const merchantId = useMerchantId()
  const columns: Column<Row>[] = [
    { name: 'amount', title: t.amount, cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    { name: 'status', title: t.status, cell: ({ status }) => <DisputeStatus status={status} /> },
    { name: 'reason', title: t.reason, cell: ({ reason }) => reasons[reason], phone: 'second' },
    { name: 'payment', title: t.payment, cell: ({ paymentId }) => paymentId, phone: 'never' },
    useMomentColumn<Row>(t.opened, ({ openedAt }) => openedAt, { name: 'opened', phone: 'never', how: 'day' }),
    {
      name: 'deadline',
      title: `${t.deadline} (${zone})`,
      inFile: ['respond_by'],
      cell: ({ respondBy }) => respondBy && <Time at={respondBy} />,
      phone: 'second',
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['disputes', scope]}
      filters={[...siteFilter(t.site, sites), severalFilter('status', t.status, words), createdFilter(t.opened)]}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/disputes', { params: { query: { ...ofMerchant(merchantId, search), ...page } }, signal }))
      }
      to={({ id }) => at(scope, 'disputes', id)}
      export={exportOf('dispute-cases', merchantId)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.emptyHint}</p>
        </Empty>
      }
    />
  )
}
