import { useParams } from '@tanstack/react-router'
import { api, bodyOf, idIn, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Audit } from '../../../parts/events.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { OrderStatus } from '../../../parts/order-status.tsx'
import { PaymentStatus } from '../../../parts/payment-status.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import type { FieldSpec } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { at } from '../../../urls.ts'

const texts = {
  en: {
    orders: 'Orders',
    order: 'Order',
    schedule: 'What is billed next',
    past: 'What was billed',
    payments: 'Payments',
    facts: 'Details',
    when: 'When',
    period: 'Period',
    amount: 'Amount',
    status: 'Status',
    retries: 'Retries',
    debt: 'Debt from before',
    customer: 'Customer',
    description: 'Description',
    every: 'Every',
    card: 'Stored card',
    site: 'Site',
    endReason: 'Ended because',
    tags: 'Tags',
    none: 'Nothing is billed from here on.',
    cancel: 'Cancel',
    cancelEffect: 'Nothing is billed after this. What was paid stays paid.',
    bill: 'Bill now',
    billEffect: 'The stored card is charged at once.',
    change: 'Change next bill',
    changeEffect: 'The schedule goes on from this day.',
    day: 'Next bill on',
    noPermission: 'Your role does not include this.',
  },
  ro: {
    orders: 'Comenzi',
    order: 'Comanda',
    schedule: 'Ce se încasează în continuare',
    past: 'Ce s-a încasat',
    payments: 'Plăți',
    facts: 'Detalii',
    when: 'Când',
    period: 'Perioada',
    amount: 'Suma',
    status: 'Stare',
    retries: 'Reîncercări',
    debt: 'Datorie de dinainte',
    customer: 'Client',
    description: 'Descriere',
    every: 'La fiecare',
    card: 'Card salvat',
    site: 'Magazin',
    endReason: 'Oprită pentru că',
    tags: 'Etichete',
    none: 'De aici înainte nu se mai încasează nimic.',
    cancel: 'Anulează',
    cancelEffect: 'După aceasta nu se mai încasează nimic. Ce s-a plătit rămâne plătit.',
    bill: 'Încasează acum',
    billEffect: 'Cardul salvat este debitat imediat.',
    change: 'Schimbă următoarea plată',
    changeEffect: 'Calendarul continuă de la această zi.',
    day: 'Următoarea plată la',
    noPermission: 'Rolul tău nu include aceasta.',
  },
} satisfies Texts<unknown>

type Order = Reply<'getOrder'>
type Words = (typeof texts)['en']

export default function OrderPage() {
  const t = useTexts<Words>(texts)
  const money = useMoney()
  const may = useMay()
  const reason = useReasonField()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { scope } = useScope()
  return (
    <DetailPage<Order>
      detailKey={['order', id]}
      load={(signal) => bodyOf(api.GET('/orders/{orderId}', { params: { path: { orderId: idIn(id) } }, signal }))}
      parent={{ title: t.orders, to: at(scope, 'orders') }}
      id={id}
      heading={({ amount, currency, status, storeOrderId }) => ({
        title: (
          <>
            {storeOrderId || id} · <Money amount={amount} currency={currency} />
          </>
        ),
        tab: `${t.order} ${storeOrderId || id} · ${money(amount, currency)}`,
        badge: <OrderStatus status={status} />,
      })}
      actions={(order) => actionsOf(order, t, { may, reason })}
      main={(order) => (
        <>
          <Schedule order={order} t={t} />
          <Transactions order={order} t={t} />
          <Audit of={order.audit} />
        </>
      )}
      side={(order) => <FactsPanel order={order} t={t} />}
    />
  )
}

function actionsOf(
  { id, status, cardId, nextDueAt }: Order,
  t: Words,
  { may, reason }: { may: (permission: string) => boolean; reason: FieldSpec },
): Action[] {
  const isRunning = nextDueAt !== undefined && !status.startsWith('complete')
  if (!isRunning) return []
  const gate = (permission: string) => (may(permission) ? {} : { whyNot: t.noPermission })
  const sent = (key: string, body: object) =>
    ({ params: { path: { orderId: id }, header: { 'Idempotency-Key': key } }, body }) as never
  return [
    {
      name: 'change',
      label: t.change,
      ...gate('orders:change'),
      spec: {
        title: `${t.change}: ${id}`,
        fields: [{ name: 'nextDueDate', label: t.day, kind: 'date', isRequired: true }, reason],
        effect: t.changeEffect,
        submit: t.change,
        run: (values, key) => bodyOf(api.POST('/orders/{orderId}/change', sent(key, values))),
      },
    },
    ...(cardId === undefined
      ? []
      : [
          {
            name: 'bill',
            label: t.bill,
            ...gate('orders:bill'),
            spec: {
              title: `${t.bill}: ${id}`,
              fields: [reason],
              effect: t.billEffect,
              submit: t.bill,
              run: (values: object, key: string) => bodyOf(api.POST('/orders/{orderId}/bill', sent(key, values))),
            },
          },
        ]),
    {
      name: 'cancel',
      label: t.cancel,
      ...gate('orders:cancel'),
      spec: {
        title: `${t.cancel}: ${id}`,
        fields: [reason],
        effect: t.cancelEffect,
        submit: t.cancel,
        isDangerous: true,
        run: (values, key) => bodyOf(api.POST('/orders/{orderId}/cancel', sent(key, values))),
      },
    },
  ]
}

function Schedule({ order: { next, past, currency, type }, t }: { order: Order; t: Words }) {
  if (type === 'purchase' || type === 'credit') return null
  return (
    <>
      <Panel title={t.schedule}>
        {next.length === 0 && <p className="soft">{t.none}</p>}
        {next.length > 0 && (
          <SmallTable
            title={t.schedule}
            heads={[t.when, t.period, { end: t.amount }]}
            rows={next.map(({ at: moment, period, amount, isDebt }) => ({
              key: `${period} ${moment}`,
              cells: [
                <Time key="at" at={moment} how="day" />,
                isDebt ? t.debt : String(period),
                <Money key="amount" amount={amount} currency={currency} />,
              ],
            }))}
          />
        )}
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
                String(period),
                status,
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
  const { scope } = useScope()
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
          [t.every, intervalType && `${intervalValue ?? 1} ${intervalType}`],
          [t.card, order.cardId],
          [t.site, order.siteId],
          [t.endReason, order.endReason],
          [t.tags, order.tags.join(', ')],
        ]}
      />
    </Panel>
  )
}
