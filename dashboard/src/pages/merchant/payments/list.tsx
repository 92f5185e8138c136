import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { brandOptions, cardName } from '../../../parts/brand.ts'
import { Money } from '../../../parts/money.tsx'
import { declines, PaymentStatus } from '../../../parts/payment-status.tsx'
import { optionsOf } from '../../../parts/status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { type Site, useScope } from '../../../shell/scope.tsx'
import { type Column, type Filter, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { at } from '../../../urls.ts'
import { amountFilters, exportOf, inCurrency, ofMerchant, siteFilter, useMerchantId } from '../sites.ts'

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
    customer: 'Customer',
    last4: 'Last four digits',
    brand: 'Card brand',
    initiator: 'Started by',
    connector: 'Connector',
    reason: 'Why declined',
    link: 'Payment link',
    text: 'Text',
    initiators: { cit: 'The customer', mit: 'The shop' },
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
    customer: 'Clientul',
    last4: 'Ultimele patru cifre',
    brand: 'Marca cardului',
    initiator: 'Pornită de',
    connector: 'Conector',
    reason: 'De ce a fost respinsă',
    link: 'Link de plată',
    text: 'Text',
    initiators: { cit: 'Client', mit: 'Magazin' },
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
      sort: 'amount',
      sortNeeds: inCurrency(sites),
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
      cell: cardName,
      phone: 'second',
    },
    { name: 'order', title: t.order, cell: ({ orderId }) => orderId, phone: 'never' },
    {
      name: 'created',
      title: `${t.created} (${zone})`,
      cell: ({ createdAt }) => <Time at={createdAt} />,
      phone: 'second',
      sort: 'created',
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      listKey={['payments', scope]}
      filters={useFilters(sites)}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/payments', { params: { query: { ...ofMerchant(merchantId, search), ...page } }, signal }))
      }
      to={({ id }) => at(scope, 'payments', id)}
      export={exportOf('payments', merchantId)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.emptyHint}</p>
        </Empty>
      }
    />
  )
}

function useFilters(sites: readonly Site[]): readonly Filter[] {
  const t = useTexts(texts)
  // What a bank can say of a payment; the others are of orders.
  const { do_not_honor: _, abandoned: __, ...reasons } = useTexts(declines)
  const several = { kind: 'choice', isSeveral: true, hasNot: true } as const
  return [
    ...siteFilter(t.site, sites),
    { name: 'status', label: t.status, ...several, options: optionsOf(t.statuses) },
    { name: 'type', label: t.type, ...several, options: optionsOf(t.types) },
    { name: 'created', label: t.created, kind: 'period' },
    ...amountFilters(t, sites),
    { name: 'customer', label: t.customer, kind: 'text' },
    { name: 'last4', label: t.last4, kind: 'text' },
    { name: 'brand', label: t.brand, kind: 'choice', isSeveral: true, options: brandOptions },
    { name: 'reason', label: t.reason, ...several, options: optionsOf(reasons) },
    { name: 'initiator', label: t.initiator, kind: 'choice', options: optionsOf(t.initiators) },
    { name: 'connector', label: t.connector, kind: 'text' },
    { name: 'link', label: t.link, kind: 'text' },
    { name: 'text', label: t.text, kind: 'text' },
  ]
}
