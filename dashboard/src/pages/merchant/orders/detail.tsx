import { api, bodyOf, idIn, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { OrderStatus, orderEnds } from '../../../parts/order-status.tsx'
import { PaymentStatus, useDeclineWord } from '../../../parts/payment-status.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time, useDayText } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { at } from '../../../urls.ts'
import { useCan } from '../../common/acting.tsx'
import { ApiReply } from '../../common/api-reply.tsx'
import { Audit } from '../../common/audit/panel.tsx'
import { useReplayOne } from '../../common/replay.tsx'
import { Requests } from '../../common/requests/panel.tsx'
import { CustomerContact } from '../customers/contact.tsx'
import { linkTexts } from '../links/texts.ts'
import { NotificationsPanel, useNotificationsOfOrder } from '../notifications/panel.tsx'
import { lastDay, orderActions, orderActionTexts } from './actions.tsx'
import { orderBecause } from './because.ts'
import { Schedule } from './schedule.tsx'
import { OrderSentence } from './sentence.tsx'

const texts = {
  en: {
    orders: 'Orders',
    order: 'Order',
    schedule: 'What is billed next',
    past: 'What was billed',
    pastStatuses: { paid: 'Paid', uncollectible: 'Could not be collected' },
    payments: 'Payments',
    facts: 'Details',
    when: 'When',
    period: 'Period',
    firstPayment: 'First payment, by the customer',
    amount: 'Amount',
    status: 'Status',
    customer: 'Customer',
    description: 'Description',
    every: 'Billed',
    card: 'Stored card',
    site: 'Site',
    endReason: 'Ended because',
    ends: (day: string) => `It is cancelled: it ends when the bill of ${day} is paid.`,
    endsUnbilled: (day: string) =>
      `The customer has cancelled it: it ends on ${day} and is not billed again. Until then the customer can keep it.`,
    endsWithPaid: (day: string) =>
      `You have cancelled it: it ends on ${day} and is not billed again. Until then you can keep it.`,
    endsByBoth: (day: string) =>
      `The customer has cancelled it, and so have you: it ends on ${day} and is not billed again. Neither can keep it.`,
    because: 'Reason:',
    tags: 'Tags',
  },
  ro: {
    orders: 'Comenzi',
    order: 'Comanda',
    schedule: 'Ce se încasează în continuare',
    past: 'Ce s-a încasat',
    pastStatuses: { paid: 'Plătită', uncollectible: 'Nu s-a putut încasa' },
    payments: 'Plăți',
    facts: 'Detalii',
    when: 'Când',
    period: 'Perioada',
    firstPayment: 'Prima plată, făcută de client',
    amount: 'Suma',
    status: 'Stare',
    customer: 'Client',
    description: 'Descriere',
    every: 'Se încasează',
    card: 'Card salvat',
    site: 'Magazin',
    endReason: 'Oprită pentru că',
    ends: (day: string) => `Este anulată: se oprește când se plătește suma din ${day}.`,
    endsUnbilled: (day: string) =>
      `Clientul a anulat-o: se oprește la ${day} și nu se mai încasează. Până atunci clientul o poate păstra.`,
    endsWithPaid: (day: string) =>
      `Ai anulat-o: se oprește la ${day} și nu se mai încasează. Până atunci o poți păstra.`,
    endsByBoth: (day: string) =>
      `Clientul a anulat-o, și tu la fel: se oprește la ${day} și nu se mai încasează. Niciunul nu o mai poate păstra.`,
    because: 'Motiv:',
    tags: 'Etichete',
  },
} satisfies Texts<unknown>

type Order = Reply<'getOrder'>
type Words = (typeof texts)['en'] | (typeof texts)['ro']

export default function OrderPage() {
  const t = useTexts<Words>(texts)
  const words = useTexts(orderActionTexts)
  const money = useMoney()
  const [can, because] = [useCan(), useTexts(orderBecause)]
  const reason = useReasonField()
  const day = useDayText()
  const id = useThingId()
  const { scope } = useScope()
  const replay = useReplayOne()
  const notifications = useNotificationsOfOrder(id)
  return (
    <DetailPage<Order>
      detailKey={['order', id]}
      load={(signal) => bodyOf(api.GET('/orders/{orderId}', { params: { path: { orderId: idIn(id) } }, signal }))}
      parent={{ title: t.orders, to: at(scope, 'orders') }}
      id={id}
      heading={(order) => ({
        title: (
          <>
            {order.storeOrderId || id} · <Money amount={order.amount} currency={order.currency} />
          </>
        ),
        tab: `${t.order} ${order.storeOrderId || id} · ${money(order.amount, order.currency)}`,
        badge: <OrderStatus status={order.status} />,
        sentence: <OrderSentence order={order} />,
      })}
      actions={(order) => [
        ...orderActions(order, words, { can, because, reason, day }),
        ...(notifications[0] ? [replay(notifications[0].id)] : []),
      ]}
      main={(order) => (
        <>
          {order.lastPeriod !== undefined && (
            <p className="notice wait">
              {endText(order, t, day)} {order.cancelMessage && `${t.because} ${order.cancelMessage}`}
            </p>
          )}
          <Bills order={order} t={t} />
          <Transactions order={order} t={t} />
          {scope.kind === 'merchant' && <NotificationsPanel of={notifications} merchantId={scope.id} />}
          <Requests concerns={[`order:${id}`, ...(order.storeOrderId ? [`reference:${order.storeOrderId}`] : [])]} />
          <Audit of={order.audit} />
          <ApiReply
            queryKey={['order', id]}
            load={(signal) =>
              bodyOf(api.GET('/orders/{orderId}/api-reply', { params: { path: { orderId: idIn(id) } }, signal }))
            }
          />
        </>
      )}
      side={(order) => (
        <>
          <FactsPanel order={order} t={t} />
          <CustomerContact customerId={order.customerId} />
        </>
      )}
    />
  )
}

/** Who has cancelled the order for later, and when it ends. */
function endText(order: Order, t: Words, day: (at: string) => string): string {
  const { cancelledBy, endsAt, next } = order
  const on = endsAt === undefined ? '' : day(endsAt)
  if (cancelledBy === 'both') return t.endsByBoth(on)
  if (cancelledBy === 'shopper') return t.endsUnbilled(on)
  return next.length === 0 ? t.endsWithPaid(on) : t.ends(lastDay(order, day))
}

/** What is billed next, and what was. */
function Bills({ order, t }: { order: Order; t: Words }) {
  const { past, currency, type } = order
  if (type === 'purchase' || type === 'credit') return null
  return (
    <>
      <Panel title={t.schedule}>
        <Schedule order={order} />
      </Panel>
      {past.length > 0 && (
        <Panel title={t.past}>
          <SmallTable
            title={t.past}
            heads={[t.when, t.period, t.status, { end: t.amount }]}
            rows={past.map(({ at: moment, period, status, amount }) => ({
              key: `${period} ${moment}`,
              cells: [
                <Time key="at" at={moment} />,
                period === 0 ? t.firstPayment : String(period),
                <Badge key="status" tone={status === 'paid' ? 'good' : 'bad'}>
                  {t.pastStatuses[status]}
                </Badge>,
                <Money key="amount" amount={amount} currency={currency} />,
              ],
            }))}
          />
        </Panel>
      )}
    </>
  )
}

function Transactions({ order: { transactions, currency }, t }: { order: Order; t: Words }) {
  const { scope } = useScope()
  if (transactions.length === 0) return null
  return (
    <Panel title={t.payments}>
      <SmallTable
        title={t.payments}
        heads={[{ end: t.amount }, t.status, t.when]}
        rows={transactions.map(({ id, status, amount, at: moment }) => ({
          key: id,
          cells: [
            <Link key="id" to={at(scope, 'payments', id)}>
              <Money amount={amount} currency={currency} />
            </Link>,
            <PaymentStatus key="status" status={status} />,
            <Time key="at" at={moment} />,
          ],
        }))}
      />
    </Panel>
  )
}

function FactsPanel({ order, t }: { order: Order; t: Words }) {
  const words = useTexts(linkTexts)
  const ends = useTexts(orderEnds)
  const declined = useDeclineWord()
  const { scope, sites } = useScope()
  const { customerId, customerEmail, intervalType, intervalValue } = order
  return (
    <Panel title={t.facts}>
      <Facts
        of={[
          [
            t.customer,
            <Link key="customer" to={at(scope, 'customers', customerId)}>
              {customerEmail ?? customerId}
            </Link>,
          ],
          [t.description, order.description],
          [t.every, intervalType && words.every(intervalValue ?? 1, intervalType)],
          [t.card, order.cardId && <Link to={at(scope, 'stored-cards', order.cardId)}>{order.cardId}</Link>],
          [t.site, sites.find(({ id }) => id === order.siteId)?.name ?? order.siteId],
          [t.endReason, order.endReason && (ends[order.endReason] ?? declined(order.endReason))],
          [t.tags, order.tags.join(', ')],
        ]}
      />
    </Panel>
  )
}
