import { api, bodyOf, idIn, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { cardName } from '../../../parts/brand.ts'
import { Money } from '../../../parts/money.tsx'
import { OrderStatus } from '../../../parts/order-status.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { type Action, DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { at, withSearch } from '../../../urls.ts'
import { type BecauseOf, useCan } from '../../common/acting.tsx'
import { ApiReply } from '../../common/api-reply.tsx'
import { SiteName } from '../../common/names.tsx'
import { ExpiryOf } from './parts.tsx'
import { cardStates, cardWords, customerOf } from './texts.ts'

type WholeCard = Reply<'getStoredCard'>

const texts = {
  en: {
    facts: 'Details',
    use: 'What it pays for',
    what: 'What',
    amount: 'Amount',
    next: 'Next bill',
    newest: (count: number) => `The newest of ${count} subscriptions.`,
    notBilled: 'No subscription is billed with this card.',
    customer: 'The customer, with all cards',
    payments: 'Payments of this customer',
    lapsed: 'It has expired: its subscriptions cannot be paid until the customer leaves another card.',
    lapsing: 'It ends soon: ask the customer for another card before the next bill.',
    remove: 'Remove',
    removeEffect: 'Nothing is charged to this card any more; subscriptions that use it need another one.',
    because: { card_not_found: 'It is removed.' } satisfies BecauseOf<WholeCard['actions']>,
  },
  ro: {
    facts: 'Detalii',
    use: 'Ce se plătește cu el',
    what: 'Ce',
    amount: 'Suma',
    next: 'Următoarea plată',
    newest: (count: number) => `Cele mai noi din ${count} de abonamente.`,
    notBilled: 'Niciun abonament nu se încasează de pe acest card.',
    customer: 'Clientul, cu toate cardurile',
    payments: 'Plățile acestui client',
    lapsed: 'A expirat: abonamentele lui nu pot fi plătite până când clientul nu lasă alt card.',
    lapsing: 'Expiră curând: cere-i clientului alt card înainte de următoarea plată.',
    remove: 'Șterge',
    removeEffect: 'De pe acest card nu se mai încasează nimic; abonamentele care îl folosesc au nevoie de altul.',
    because: { card_not_found: 'Este șters.' } satisfies BecauseOf<WholeCard['actions']>,
  },
} satisfies Texts<unknown>

export default function StoredCardPage() {
  const w = useTexts(cardWords)
  const t = useTexts(texts)
  const id = useThingId()
  const { scope } = useScope()
  const actionsOf = useActions()
  return (
    <DetailPage<WholeCard>
      detailKey={['stored-card', id]}
      load={(signal) => bodyOf(api.GET('/stored-cards/{cardId}', { params: { path: { cardId: idIn(id) } }, signal }))}
      parent={{ title: w.title, to: at(scope, 'stored-cards') }}
      id={id}
      heading={(card) => ({
        title: cardName(card),
        tab: `${cardName(card)} · ${customerOf(card)}`,
        badge: <cardStates.Status status={card.status} />,
      })}
      actions={actionsOf}
      main={(card) => (
        <>
          <Use card={card} />
          <ApiReply
            queryKey={['stored-card', id]}
            load={(signal) =>
              bodyOf(api.GET('/stored-cards/{cardId}/api-reply', { params: { path: { cardId: idIn(id) } }, signal }))
            }
          />
        </>
      )}
      side={(card) => (
        <Panel title={t.facts}>
          <Facts
            of={[
              [w.expiry, <ExpiryOf key="expiry" card={card} />],
              [w.method, w.methods[card.wallet ?? 'card']],
              [w.holder, card.holderName],
              [
                w.customer,
                <Link key="customer" to={at(scope, 'customers', card.shopperId)}>
                  {customerOf(card)}
                </Link>,
              ],
              [w.site, <SiteName key="site" id={card.siteId} />],
              [w.created, <Time key="created" at={card.createdAt} />],
              [w.lastUsed, card.lastUsedAt ? <Time key="used" at={card.lastUsedAt} /> : w.unused],
            ]}
          />
        </Panel>
      )}
    />
  )
}

function Use({ card: { shopperId, subscriptions, billed, expires } }: { card: WholeCard }) {
  const t = useTexts(texts)
  const may = useMay()
  const { scope } = useScope()
  const isBilled = subscriptions > 0
  return (
    <Panel title={t.use}>
      {isBilled && expires === 'expired' && <div className="notice bad">{t.lapsed}</div>}
      {isBilled && (expires === 'this-month' || expires === 'next-month') && (
        <div className="notice wait">{t.lapsing}</div>
      )}
      {billed.length === 0 ? <p>{t.notBilled}</p> : <Billed of={billed} count={subscriptions} />}
      <p>
        <Link to={at(scope, 'customers', shopperId)}>{t.customer}</Link>
      </p>
      {may('transactions:read') && (
        <p>
          <Link to={withSearch(at(scope, 'payments'), { customer: shopperId })}>{t.payments}</Link>
        </p>
      )}
    </Panel>
  )
}

/** The subscriptions that are billed with the card. */
function Billed({ of, count }: { of: WholeCard['billed']; count: number }) {
  const w = useTexts(cardWords)
  const t = useTexts(texts)
  const may = useMay()
  const { scope } = useScope()
  return (
    <>
      <SmallTable
        title={w.subscriptions}
        heads={[t.what, w.status, { end: t.amount }, { end: t.next }]}
        rows={of.map(({ orderId, storeOrderId, description, status, amount, currency, nextBillAt }) => ({
          key: orderId,
          cells: [
            may('orders:read') ? (
              <Link key="what" to={at(scope, 'orders', orderId)}>
                {description || storeOrderId}
              </Link>
            ) : (
              description || storeOrderId
            ),
            <OrderStatus key="status" status={status} />,
            <Money key="amount" amount={amount} currency={currency} />,
            nextBillAt ? <Time key="next" at={nextBillAt} how="day" /> : '–',
          ],
        }))}
      />
      {count > of.length && <p className="meta">{t.newest(count)}</p>}
    </>
  )
}

function useActions() {
  const t = useTexts(texts)
  const can = useCan()
  const reason = useReasonField()
  return (card: WholeCard): Action[] => [
    {
      name: 'remove',
      label: t.remove,
      ...can(card.actions.remove, t.because),
      spec: {
        title: `${t.remove}: ${cardName(card)}, ${customerOf(card)}`,
        fields: [reason],
        effect: t.removeEffect,
        submit: t.remove,
        isDangerous: true,
        run: ({ reason: why = '' }, key) =>
          bodyOf(
            api.POST('/stored-cards/{cardId}/remove', {
              params: { path: { cardId: idIn(card.id) }, header: { 'Idempotency-Key': key } },
              body: { reason: why },
            }),
          ),
      },
    },
  ]
}
