import { api, bodyOf, type Entry, idIn, type Reply } from '../../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { DeliveryStatus, deliveryStatuses } from '../../../parts/delivery-status.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { type Site, useScope } from '../../../shell/scope.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import type { FieldSpec } from '../../../ui/field.tsx'
import { type Column, type Filter, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useSearch } from '../../../ui/url-state.ts'
import { at, withSearch } from '../../../urls.ts'
import { useGate } from '../../common/acting.tsx'
import { Replayed, useReplay } from '../../common/replay.tsx'
import { siteFilter } from '../../common/site-filter.ts'
import { exportOf, ofMerchant, useMerchantId } from '../sites.ts'

const texts = {
  en: {
    title: 'Notifications',
    about: 'What Florin told your server, and what it replied.',
    status: 'Status',
    payment: 'Payment',
    order: 'Order',
    attempts: 'Attempts',
    created: 'Created',
    next: 'Next try',
    url: 'Address',
    site: 'Site',
    empty: 'No notifications yet',
    emptyHint: 'Each payment is sent to the notification address of its site. Set it under Settings, Sites.',
    since: 'Made since',
    sinceHint: 'Left empty: all that are parked.',
    replay: 'Replay parked',
    allSites: 'All sites',
    replayEffect: 'Every parked notification is sent again as it was, to the address that its site has now.',
    failed: (count: string, site: string) => `${count} of ${site} are not: the site has no notification address.`,
  },
  ro: {
    title: 'Notificări',
    about: 'Ce i-a spus Florin serverului tău și ce a răspuns el.',
    status: 'Stare',
    payment: 'Plata',
    order: 'Comanda',
    attempts: 'Încercări',
    created: 'Creată',
    next: 'Următoarea încercare',
    url: 'Adresa',
    site: 'Magazin',
    empty: 'Încă nu sunt notificări',
    emptyHint: 'Fiecare plată este anunțată la adresa de notificare a magazinului. O alegi la Setări, Magazine.',
    since: 'Făcute începând cu',
    sinceHint: 'Lăsat gol: toate cele oprite.',
    replay: 'Retrimite cele oprite',
    allSites: 'Toate magazinele',
    replayEffect:
      'Fiecare notificare oprită este trimisă din nou așa cum a fost, la adresa pe care o are acum magazinul ei.',
    failed: (count: string, site: string) =>
      `${count} de la ${site} nu se trimit: magazinul nu are adresă de notificare.`,
  },
} satisfies Texts<unknown>

type Row = Entry<'listNotifications'>

export default function Notifications() {
  const t = useTexts(texts)
  const words = useTexts(deliveryStatuses)
  const gate = useGate()
  const replay = useReplay('notifications:replay')
  const { scope, sites } = useScope()
  const [{ siteId: shown }] = useSearch()
  // That of the list, if it shows one alone.
  const site = sites.find(({ id }) => id === shown)?.id ?? ''
  const merchantId = useMerchantId()
  const columns: Column<Row>[] = [
    { name: 'payment', title: t.payment, cell: ({ paymentId }) => paymentId },
    { name: 'status', title: t.status, cell: ({ status }) => <DeliveryStatus status={status} /> },
    { name: 'order', title: t.order, cell: ({ orderId }) => orderId, phone: 'never' },
    { name: 'attempts', title: t.attempts, cell: ({ attempts }) => String(attempts), isEnd: true, phone: 'never' },
    { name: 'url', title: t.url, cell: ({ url }) => <code>{url}</code>, phone: 'second' },
    useCreatedColumn<Row>(t.created),
  ]
  const filters: Filter[] = [
    ...siteFilter(t.site, sites),
    severalFilter('status', t.status, words),
    createdFilter(t.created),
    { name: 'orderId', label: t.order, kind: 'text' },
    { name: 'paymentId', label: t.payment, kind: 'text' },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['notifications', scope]}
      filters={filters}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/notifications', { params: { query: { ...ofMerchant(merchantId, search), ...page } }, signal }))
      }
      to={({ id }) => at(scope, 'notifications', id)}
      export={exportOf('notifications', merchantId)}
      bulk={[
        {
          ...replay.these,
          run: ({ id }, { reason: why = '' }) =>
            bodyOf(
              api.POST('/notifications/{notificationId}/replay', {
                params: { path: { notificationId: idIn(id) } },
                body: { reason: why },
              }),
            ),
        },
      ]}
      matching={[
        {
          ...replay.matching,
          run: ({ sort: _, ...query }, asOf, { reason: why = '' }) =>
            bodyOf(
              api.POST('/notifications/replay-matching', {
                // A choice of several is text in the address and here.
                body: { ...ofMerchant(merchantId, query), ...(asOf && { asOf }), reason: why } as never,
              }),
            ),
          after: (reply) => <ReplayedMatching reply={reply as Reply<'replayMatchingNotifications'>} />,
        },
      ]}
      actions={
        <ActionButton
          action={{
            name: 'replay',
            label: t.replay,
            shortcut: 'n',
            ...gate('notifications:replay'),
            spec: {
              title: t.replay,
              fields: [
                ...siteFields({ label: t.site, all: t.allSites, sites, first: site }),
                { name: 'since', label: t.since, kind: 'date', hint: t.sinceHint },
                replay.reason,
              ],
              effect: t.replayEffect,
              submit: t.replay,
              run: ({ siteId, since, reason: why = '' }) => {
                const query = { status: 'parked', ...(siteId && { siteId }), ...(since && { created: `${since}..` }) }
                const body = { ...ofMerchant(merchantId, query), reason: why } as never
                return bodyOf(api.POST('/notifications/replay-matching', { body }))
              },
              after: (reply) => <ReplayedMatching reply={reply as Reply<'replayMatchingNotifications'>} />,
            },
          }}
        />
      }
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.emptyHint}</p>
        </Empty>
      }
    />
  )
}

/** How many are in the queue, and of which sites none could be. */
function ReplayedMatching({ reply: { replayed, failed } }: { reply: Reply<'replayMatchingNotifications'> }) {
  const t = useTexts(texts)
  const { scope, sites } = useScope()
  const { language } = useLanguage()
  const count = (of: number) => new Intl.NumberFormat(language).format(of)
  return (
    <>
      <Replayed count={replayed} to={withSearch(at(scope, 'notifications'), { status: 'waiting' })} />
      {failed.length > 0 && (
        <ul className="notice bad" role="alert">
          {failed.map(({ siteId, count: left }) => (
            <li key={siteId}>{t.failed(count(left), sites.find(({ id }) => id === siteId)?.name ?? siteId)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

type SiteChoice = { label: string; all: string; sites: readonly Site[]; first: string }

/** A merchant with one site has nothing to choose. */
const siteFields = ({ label, all, sites, first }: SiteChoice): (FieldSpec & { first: string })[] =>
  sites.length > 1
    ? [
        {
          name: 'siteId',
          label,
          kind: 'choice',
          first,
          options: [{ value: '', label: all }, ...sites.map(({ id, name }) => ({ value: id, label: name }))],
        },
      ]
    : []
