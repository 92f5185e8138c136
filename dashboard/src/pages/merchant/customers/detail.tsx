import { api, bodyOf, idIn, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { cardName } from '../../../parts/brand.ts'
import { useReasonField } from '../../../parts/reason.ts'
import { Time } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { at } from '../../../urls.ts'
import { useGate } from '../../common/acting.tsx'
import { ApiReply } from '../../common/api-reply.tsx'
import { shopperCalls, usePersonActions } from '../../common/personal-data.tsx'
import { Requests } from '../../common/requests/panel.tsx'
import { useContactFacts } from './contact.tsx'
import { CustomerLinks, CustomerPayments, CustomerSubscriptions } from './panels.tsx'

const texts = {
  en: {
    title: 'Customers',
    cards: 'Stored cards',
    cardStatuses: { active: 'Stored', deleted: 'Removed' },
    noCards: 'No card is stored.',
    card: 'Card',
    expiry: 'Expires',
    holder: 'Holder',
    status: 'Status',
    remove: 'Remove',
    removeEffect: 'Nothing is charged to this card any more; subscriptions that use it need another one.',
    facts: 'Details',
    identifier: 'Your id',
    since: 'Since',
    site: 'Site',
    removed: 'Deleted by the shop',
    erased: 'Erased',
  },
  ro: {
    title: 'Clienți',
    cards: 'Carduri salvate',
    cardStatuses: { active: 'Salvat', deleted: 'Șters' },
    noCards: 'Niciun card salvat.',
    card: 'Card',
    expiry: 'Expiră',
    holder: 'Titular',
    status: 'Stare',
    remove: 'Șterge',
    removeEffect: 'De pe acest card nu se mai încasează nimic; abonamentele care îl folosesc au nevoie de altul.',
    facts: 'Detalii',
    identifier: 'Id-ul tău',
    since: 'Din',
    site: 'Magazin',
    removed: 'Șters de magazin',
    erased: 'Date șterse',
  },
} satisfies Texts<unknown>

type Customer = Reply<'getShopper'>

export default function CustomerPage() {
  const t = useTexts(texts)
  const id = useThingId()
  const { scope, sites } = useScope()
  const contactOf = useContactFacts()
  const actionsOf = usePersonActions()
  return (
    <DetailPage<Customer>
      detailKey={['customer', id]}
      load={(signal) => bodyOf(api.GET('/shoppers/{shopperId}', { params: { path: { shopperId: idIn(id) } }, signal }))}
      parent={{ title: t.title, to: at(scope, 'customers') }}
      id={id}
      heading={({ firstName, lastName, email, storeCustomerId, removed, erased }) => {
        const known = [firstName, lastName].filter(Boolean).join(' ') || email || storeCustomerId
        const name = erased ? `${t.erased} ${id}` : known
        const gone = erased ? t.erased : t.removed
        return { title: name, tab: name, ...(removed && { badge: <Badge tone="neutral">{gone}</Badge> }) }
      }}
      actions={({ erased }) => actionsOf(shopperCalls(id, erased))}
      main={(customer) => (
        <>
          {!customer.erased && <CustomerPayments customer={customer} />}
          <CustomerSubscriptions customer={customer} />
          <Cards cards={customer.cards} />
          <CustomerLinks customer={customer} />
          <Requests concerns={[`customer:${id}`]} />
          <ApiReply
            queryKey={['customer', id]}
            load={(signal) =>
              bodyOf(api.GET('/shoppers/{shopperId}/api-reply', { params: { path: { shopperId: idIn(id) } }, signal }))
            }
          />
        </>
      )}
      side={(customer) => (
        <Panel title={t.facts}>
          <Facts
            of={[
              [t.identifier, <code key="id">{customer.storeCustomerId}</code>],
              ...contactOf(customer),
              [t.since, <Time key="since" at={customer.createdAt} how="day" />],
              [t.site, sites.find(({ id: site }) => site === customer.siteId)?.name ?? customer.siteId],
            ]}
          />
        </Panel>
      )}
    />
  )
}

function Cards({ cards }: { cards: Customer['cards'] }) {
  const t = useTexts(texts)
  const gate = useGate()
  const reason = useReasonField()
  if (cards.length === 0)
    return (
      <Panel title={t.cards}>
        <p className="soft">{t.noCards}</p>
      </Panel>
    )
  return (
    <Panel title={t.cards}>
      <SmallTable
        title={t.cards}
        heads={[t.card, t.expiry, t.holder, t.status, { end: t.remove }]}
        rows={cards.map(({ id, brand, card, expiry, holderName, status }) => ({
          key: id,
          cells: [
            cardName({ brand, card }),
            expiry,
            holderName,
            <Badge key="status" tone={status === 'active' ? 'good' : 'neutral'}>
              {t.cardStatuses[status]}
            </Badge>,
            <ActionButton
              key="remove"
              action={{
                name: 'remove',
                label: t.remove,
                ...gate('stored_cards:delete'),
                spec: {
                  title: `${t.remove}: ${cardName({ brand, card })}`,
                  fields: [reason],
                  effect: t.removeEffect,
                  submit: t.remove,
                  isDangerous: true,
                  run: ({ reason: why = '' }, key) =>
                    bodyOf(
                      api.POST('/stored-cards/{cardId}/remove', {
                        params: { path: { cardId: idIn(id) }, header: { 'Idempotency-Key': key } },
                        body: { reason: why },
                      }),
                    ),
                },
              }}
            />,
          ],
        }))}
      />
    </Panel>
  )
}
