import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { LinkStatus } from '../../../parts/link-status.tsx'
import { Money } from '../../../parts/money.tsx'
import { OrderStatus } from '../../../parts/order-status.tsx'
import { PaymentStatus } from '../../../parts/payment-status.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { at } from '../../../urls.ts'
import { isThere, useCan } from '../../common/acting.tsx'
import { cardSpec, orderActionTexts } from '../orders/actions.tsx'
import { orderBecause } from '../orders/because.ts'

const texts = {
  en: {
    payments: 'Payments',
    noPayments: 'No payment yet.',
    subscriptions: 'Subscriptions',
    links: 'Links made for this customer',
    newest: 'The newest 50 are searched.',
    when: 'When',
    status: 'Status',
    amount: 'Amount',
    next: 'Next bill',
    what: 'What',
    card: 'Card',
  },
  ro: {
    payments: 'Plăți',
    noPayments: 'Încă nicio plată.',
    subscriptions: 'Abonamente',
    links: 'Linkuri făcute pentru acest client',
    newest: 'Se caută în cele mai noi 50.',
    when: 'Când',
    status: 'Stare',
    amount: 'Suma',
    next: 'Următoarea plată',
    what: 'Ce',
    card: 'Card',
  },
} satisfies Texts<unknown>

type Customer = Reply<'getShopper'>

/** What the customer has paid, or tried to. */
export function CustomerPayments({ customer: { id, storeCustomerId } }: { customer: Customer }) {
  const t = useTexts(texts)
  const may = useMay()
  const { scope } = useScope()
  const { data } = useQuery({
    queryKey: ['customer', id, 'payments'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/payments/find', { params: { query: { text: storeCustomerId } }, signal })),
    enabled: may('transactions:read'),
  })
  if (!data) return null
  const own = data.data.map(({ payment }) => payment).filter(({ customerId }) => customerId === id)
  return (
    <Panel title={t.payments}>
      {own.length === 0 ? (
        <p className="soft">{t.noPayments}</p>
      ) : (
        <>
          <SmallTable
            title={t.payments}
            heads={[t.when, t.status, { end: t.amount }]}
            rows={own.map((payment) => ({
              key: payment.id,
              cells: [
                <Link key="at" to={at(scope, 'payments', payment.id)}>
                  <Time at={payment.createdAt} />
                </Link>,
                <PaymentStatus key="status" status={payment.status} reason={payment.declineReason} />,
                <Money key="amount" amount={payment.amount} currency={payment.currency} />,
              ],
            }))}
          />
          <p className="meta">{t.newest}</p>
        </>
      )}
    </Panel>
  )
}

/** What the customer is billed for again, and the way to another card for it. */
export function CustomerSubscriptions({ customer: { id, storeCustomerId } }: { customer: Customer }) {
  const t = useTexts(texts)
  const words = useTexts(orderActionTexts)
  const can = useCan()
  const because = useTexts(orderBecause)
  const may = useMay()
  const reason = useReasonField()
  const { scope } = useScope()
  const { data } = useQuery({
    queryKey: ['customer', id, 'orders'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/orders/find', { params: { query: { text: storeCustomerId, size: 50 } }, signal })),
    enabled: may('orders:read'),
  })
  const own = (data?.data ?? []).filter(
    ({ customerId, type }) => customerId === id && (type === 'recurring' || type === 'managed'),
  )
  if (own.length === 0) return null
  return (
    <Panel title={t.subscriptions}>
      <SmallTable
        title={t.subscriptions}
        heads={[t.what, t.status, { end: t.amount }, { end: t.card }]}
        rows={own.map((order) => ({
          key: order.id,
          cells: [
            <Link key="what" to={at(scope, 'orders', order.id)}>
              {order.description || order.storeOrderId}
            </Link>,
            <span key="status">
              <OrderStatus status={order.status} />
              {order.nextDueAt && (
                <span className="meta">
                  {' '}
                  {t.next}: <Time at={order.nextDueAt} how="day" />
                </span>
              )}
            </span>,
            <Money key="amount" amount={order.amount} currency={order.currency} />,
            isThere(order.actions.card) && (
              <ActionButton
                action={{
                  name: 'card',
                  label: words.card,
                  ...can(order.actions.card, because),
                  spec: cardSpec(order, words, reason),
                }}
              />
            ),
          ],
        }))}
      />
    </Panel>
  )
}

/** Links that were made for this customer's address. */
export function CustomerLinks({ customer: { id, siteId, email } }: { customer: Customer }) {
  const t = useTexts(texts)
  const may = useMay()
  const { scope } = useScope()
  const { data } = useQuery({
    queryKey: ['customer', id, 'links'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/links', { params: { query: { siteId, text: email ?? '', size: 50 } }, signal })),
    enabled: may('links:read') && email !== undefined,
  })
  const own = (data?.data ?? []).filter(({ customerEmail }) => customerEmail === email)
  if (own.length === 0) return null
  return (
    <Panel title={t.links}>
      <SmallTable
        title={t.links}
        heads={[t.what, t.status, { end: t.amount }]}
        rows={own.map((link) => ({
          key: link.id,
          cells: [
            <Link key="what" to={at(scope, 'links', link.id)}>
              {link.title}
            </Link>,
            <LinkStatus key="status" status={link.status} />,
            <Money key="amount" amount={link.amount} currency={link.currency} />,
          ],
        }))}
      />
    </Panel>
  )
}
