import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { Money } from '../../../parts/money.tsx'
import { OrderStatus, orderStatuses } from '../../../parts/order-status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { type Column, type Filter, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useSearch } from '../../../ui/url-state.ts'
import { at } from '../../../urls.ts'
import { siteFilter } from '../../common/site-filter.ts'
import { exportOf, ofMerchant, useMerchantId } from '../sites.ts'

const texts = {
  en: {
    title: 'Orders',
    subscriptions: 'Subscriptions',
    amount: 'Amount',
    status: 'Status',
    type: 'Kind',
    order: 'Order',
    created: 'Created',
    next: 'Next bill',
    site: 'Site',
    text: 'Number of the shop',
    empty: 'No orders yet',
    emptyHint: 'Each checkout, payment link and subscription makes an order.',
    types: { purchase: 'One payment', recurring: 'Subscription', managed: 'Billed by the shop', credit: 'Payout' },
  },
  ro: {
    title: 'Comenzi',
    subscriptions: 'Abonamente',
    amount: 'Suma',
    status: 'Stare',
    type: 'Fel',
    order: 'Comanda',
    created: 'Creată',
    next: 'Următoarea plată',
    site: 'Magazin',
    text: 'Numărul magazinului',
    empty: 'Încă nu sunt comenzi',
    emptyHint: 'Fiecare coș, link de plată și abonament face o comandă.',
    types: { purchase: 'O plată', recurring: 'Abonament', managed: 'Facturată de magazin', credit: 'Plată către card' },
  },
} satisfies Texts<unknown>

type Row = Entry<'listOrders'>

export default function Orders() {
  const t = useTexts(texts)
  const zone = useZoneName()
  const { scope, sites } = useScope()
  const merchantId = useMerchantId()
  const statuses = useTexts(orderStatuses)
  const [{ type }] = useSearch()
  const columns: Column<Row>[] = [
    { name: 'order', title: t.order, inFile: ['store_order_id'], cell: ({ storeOrderId, id }) => storeOrderId || id },
    { name: 'amount', title: t.amount, cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    { name: 'status', title: t.status, cell: ({ status }) => <OrderStatus status={status} /> },
    { name: 'type', title: t.type, cell: ({ type }) => t.types[type], phone: 'second' },
    {
      name: 'next',
      title: `${t.next} (${zone})`,
      inFile: ['next_due_at'],
      cell: ({ nextDueAt }) => nextDueAt && <Time at={nextDueAt} />,
      phone: 'second',
    },
    useCreatedColumn<Row>(t.created, { phone: 'never' }),
  ]
  const filters: Filter[] = [
    ...siteFilter(t.site, sites),
    severalFilter('status', t.status, statuses),
    severalFilter('type', t.type, t.types),
    createdFilter(t.created),
    { name: 'text', label: t.text, kind: 'text' },
  ]
  return (
    <ListPage<Row>
      title={type === 'recurring' ? t.subscriptions : t.title}
      listKey={['orders', scope]}
      filters={filters}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/orders', { params: { query: { ...ofMerchant(merchantId, search), ...page } }, signal }))
      }
      to={({ id }) => at(scope, 'orders', id)}
      export={exportOf('orders', merchantId)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.emptyHint}</p>
        </Empty>
      }
    />
  )
}
