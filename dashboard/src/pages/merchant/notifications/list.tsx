import { api, bodyOf, type Entry, idIn, type Reply } from '../../../api/client.ts'
import { type Texts, useLanguage, useTexts } from '../../../i18n/language.tsx'
import { DeliveryStatus, deliveryStatuses } from '../../../parts/delivery-status.tsx'
import { useReasonField } from '../../../parts/reason.ts'
import { optionsOf } from '../../../parts/status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { useMay } from '../../../session.tsx'
import { type Site, useScope } from '../../../shell/scope.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import type { FieldSpec } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Column, type Filter, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useSearch } from '../../../ui/url-state.ts'
import { at, withSearch } from '../../../urls.ts'
import { exportOf, ofMerchant, siteFilter, useMerchantId, useSiteQuery } from '../sites.ts'

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
    replayEffect: 'Every parked notification of the site is sent again, each with the same event id.',
    replayed: (count: string) => `${count} are sent again.`,
    replayThese: 'Replay',
    replayTheseEffect: 'Each is sent again: the same body, a new delivery.',
    replayMatchingEffect:
      'The server finds them and puts them into the queue of deliveries: the same body, a new delivery. Those that are waiting already are left alone.',
    replayedOf: (count: string) => `${count} are in the queue and are sent again.`,
    waiting: 'See those that wait',
    failed: (count: string, site: string) => `${count} of ${site} are not: the site has no notification address.`,
    noPermission: 'Your role does not include this.',
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
    replayEffect: 'Fiecare notificare oprită a magazinului este trimisă din nou, cu același id de eveniment.',
    replayed: (count: string) => `${count} se trimit din nou.`,
    replayThese: 'Retrimite',
    replayTheseEffect: 'Fiecare se trimite din nou: același conținut, o livrare nouă.',
    replayMatchingEffect:
      'Serverul le găsește și le pune în coada de livrare: același conținut, o livrare nouă. Cele care așteaptă deja rămân cum sunt.',
    replayedOf: (count: string) => `${count} sunt în coadă și se trimit din nou.`,
    waiting: 'Vezi-le pe cele care așteaptă',
    failed: (count: string, site: string) => `${count} de la ${site} nu: magazinul nu are adresă de notificare.`,
    noPermission: 'Rolul tău nu include aceasta.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listNotifications'>

export default function Notifications() {
  const t = useTexts(texts)
  const words = useTexts(deliveryStatuses)
  const zone = useZoneName()
  const may = useMay()
  const reason = useReasonField()
  const { scope, sites } = useScope()
  const first = useSiteQuery()
  const [{ siteId: shown }] = useSearch()
  // That of the list, if it shows one alone.
  const site = sites.find(({ id }) => id === shown)?.id ?? first
  const merchantId = useMerchantId()
  const columns: Column<Row>[] = [
    { name: 'payment', title: t.payment, cell: ({ paymentId }) => paymentId },
    { name: 'status', title: t.status, cell: ({ status }) => <DeliveryStatus status={status} /> },
    { name: 'order', title: t.order, cell: ({ orderId }) => orderId, phone: 'never' },
    { name: 'attempts', title: t.attempts, cell: ({ attempts }) => String(attempts), isEnd: true, phone: 'never' },
    { name: 'url', title: t.url, cell: ({ url }) => <code>{url}</code>, phone: 'second' },
    {
      name: 'created',
      title: `${t.created} (${zone})`,
      cell: ({ createdAt }) => <Time at={createdAt} />,
      phone: 'second',
      sort: 'created',
    },
  ]
  const filters: Filter[] = [
    ...siteFilter(t.site, sites),
    { name: 'status', label: t.status, kind: 'choice', isSeveral: true, hasNot: true, options: optionsOf(words) },
    { name: 'created', label: t.created, kind: 'period' },
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
          name: 'replay',
          label: t.replayThese,
          ...(!may('notifications:replay') && { whyNot: t.noPermission }),
          fields: [reason],
          effect: t.replayTheseEffect,
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
          name: 'replay-matching',
          label: t.replayThese,
          ...(!may('notifications:replay') && { whyNot: t.noPermission }),
          fields: [reason],
          effect: t.replayMatchingEffect,
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
            ...(!may('notifications:replay') && { whyNot: t.noPermission }),
            spec: {
              title: t.replay,
              fields: [
                ...siteFields(t.site, sites, site),
                { name: 'since', label: t.since, kind: 'date', hint: t.sinceHint },
                reason,
              ],
              effect: t.replayEffect,
              submit: t.replay,
              run: ({ siteId = site, since, reason: why = '' }) =>
                bodyOf(
                  api.POST('/notifications/replay', {
                    body: { siteId, reason: why, ...(since && { since }) },
                  }),
                ),
              after: (reply) => <p>{t.replayed(String((reply as Reply<'replayNotifications'>).replayed))}</p>,
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
      <p>{t.replayedOf(count(replayed))}</p>
      <p>
        <Link to={withSearch(at(scope, 'notifications'), { status: 'waiting' })}>{t.waiting}</Link>
      </p>
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

/** A merchant with one site has nothing to choose. */
const siteFields = (label: string, sites: readonly Site[], first: string): (FieldSpec & { first: string })[] =>
  sites.length > 1
    ? [
        {
          name: 'siteId',
          label,
          kind: 'choice',
          first,
          options: sites.map(({ id, name }) => ({ value: id, label: name })),
        },
      ]
    : []
