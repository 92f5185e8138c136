import { api, apiRoot, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import { PaymentStatus } from '../../../parts/payment-status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { type Column, type Filter, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { at, withSearch } from '../../../urls.ts'
import { useMerchantId } from '../sites.ts'

const texts = {
  en: {
    title: 'Payments',
    amount: 'Amount',
    status: 'Status',
    type: 'Kind',
    order: 'Order',
    card: 'Card',
    site: 'Site',
    created: 'Created',
    currency: 'Currency',
    empty: 'No payments yet',
    emptyHint: 'Payments appear here the moment a shopper pays. Make a payment link, or connect your shop.',
    statuses: {
      'complete-ok': 'Paid',
      'complete-failed': 'Declined',
      'in-progress': 'Authorized',
      uncertain: 'Outcome unknown',
      '3d-pending': 'Shopper is confirming',
      'refund-ok': 'Refunded',
      'void-ok': 'Voided',
      'cancel-ok': 'Cancelled',
      'charge-back': 'Charged back',
      start: 'With the bank',
    },
    types: {
      deposit: 'Payment',
      refund: 'Refund',
      credit: 'Payout to a card',
      chargeback: 'Chargeback',
      representment: 'Chargeback won',
      'verify-card': 'Card check',
    },
  },
  ro: {
    title: 'Plăți',
    amount: 'Suma',
    status: 'Stare',
    type: 'Fel',
    order: 'Comanda',
    card: 'Card',
    site: 'Magazin',
    created: 'Creată',
    currency: 'Moneda',
    empty: 'Încă nu sunt plăți',
    emptyHint: 'Plățile apar aici în clipa în care un client plătește. Fă un link de plată sau conectează magazinul.',
    statuses: {
      'complete-ok': 'Plătită',
      'complete-failed': 'Respinsă',
      'in-progress': 'Autorizată',
      uncertain: 'Rezultat necunoscut',
      '3d-pending': 'Clientul confirmă',
      'refund-ok': 'Rambursată',
      'void-ok': 'Anulată',
      'cancel-ok': 'Anulată înainte de decontare',
      'charge-back': 'Contestată și pierdută',
      start: 'La bancă',
    },
    types: {
      deposit: 'Plată',
      refund: 'Rambursare',
      credit: 'Plată către card',
      chargeback: 'Contestație',
      representment: 'Contestație câștigată',
      'verify-card': 'Verificare de card',
    },
  },
} satisfies Texts<unknown>

type Row = Entry<'listPayments'>

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

export default function Payments() {
  const t = useTexts(texts)
  const zone = useZoneName()
  const { scope, sites } = useScope()
  const merchantId = useMerchantId()
  const columns: Column<Row>[] = [
    {
      name: 'amount',
      title: t.amount,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      phone: 'first',
    },
    {
      name: 'status',
      title: t.status,
      cell: ({ status, declineReason }) => <PaymentStatus status={status} reason={declineReason} />,
    },
    { name: 'type', title: t.type, cell: ({ type }) => t.types[type], phone: 'second' },
    {
      name: 'card',
      title: t.card,
      cell: ({ brand, card }) => (card ? `${brand} ··${card.slice(-4)}` : ''),
      phone: 'second',
    },
    { name: 'order', title: t.order, cell: ({ orderId }) => orderId, phone: 'never' },
    {
      name: 'created',
      title: `${t.created} (${zone})`,
      cell: ({ createdAt }) => <Time at={createdAt} />,
      phone: 'second',
    },
  ]
  const filters: Filter[] = [
    ...(sites.length > 1
      ? [{ name: 'siteId', label: t.site, kind: 'choice' as const, options: sites.map(siteOption) }]
      : []),
    { name: 'status', label: t.status, kind: 'choice', options: optionsOf(t.statuses) },
    { name: 'type', label: t.type, kind: 'choice', options: optionsOf(t.types) },
    { name: 'created', label: t.created, kind: 'period', days: ['from', 'to'] },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      listKey={['payments', scope]}
      filters={filters}
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(
          api.GET('/payments', {
            params: { query: { merchantId, ...search, ...page } },
            signal,
          }),
        )
      }
      to={({ id }) => at(scope, 'payments', id)}
      export={{
        url: (search) => `${apiRoot}${withSearch('/exports/payments', { merchantId, ...search })}`,
        applies: filters.map(({ name }) => name),
      }}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.emptyHint}</p>
        </Empty>
      }
    />
  )
}

const siteOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
