import { api, bodyOf } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { brandOptions, cardName } from '../../../parts/brand.ts'
import { Email } from '../../../parts/email.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { optionsOf } from '../../../parts/status.tsx'
import { Time } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { type Column, type Filter, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { at } from '../../../urls.ts'
import { SiteName } from '../../common/names.tsx'
import { siteFilter } from '../../common/site-filter.ts'
import { exportOf, ofMerchant, useMerchantId } from '../sites.ts'
import { ExpiryOf } from './parts.tsx'
import { cardStates, cardWords, customerOf, lapses, type StoredCard } from './texts.ts'

const texts = {
  en: {
    about:
      'Cards that customers left with you, for what they buy next and for their subscriptions. Numbers are not shown.',
    used: { some: 'Of a subscription', none: 'Of none' },
    brand: 'Brand',
    last4: 'Last four digits',
    customerId: 'Customer, by our id',
    empty: 'No card is stored yet',
    hint: 'A card appears here when a customer pays and lets you keep it, or with the first bill of a subscription.',
  },
  ro: {
    about: 'Cardurile lăsate de clienți pentru ce mai cumpără și pentru abonamentele lor. Numerele lor nu se arată.',
    used: { some: 'Ale unui abonament', none: 'Ale niciunuia' },
    brand: 'Marca',
    last4: 'Ultimele patru cifre',
    customerId: 'Client, după id-ul nostru',
    empty: 'Încă nu e salvat niciun card',
    hint: 'Un card apare aici când un client plătește și îți permite să-l păstrezi sau la prima plată a unui abonament.',
  },
} satisfies Texts<unknown>

export default function StoredCards() {
  const w = useTexts(cardWords)
  const { scope } = useScope()
  const merchantId = useMerchantId()
  const t = useTexts(texts)
  return (
    <ListPage<StoredCard>
      title={w.title}
      about={t.about}
      listKey={['stored-cards', scope]}
      filters={useFilters()}
      usualSort="-created"
      columns={useColumns()}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/stored-cards', { params: { query: { ...ofMerchant(merchantId, search), ...page } }, signal }))
      }
      to={({ id }) => at(scope, 'stored-cards', id)}
      export={exportOf('stored-cards', merchantId)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

function useFilters(): readonly Filter[] {
  const w = useTexts(cardWords)
  const t = useTexts(texts)
  const { sites } = useScope()
  return [
    ...siteFilter(w.site, sites),
    severalFilter('expires', w.expiry, useTexts(lapses.texts)),
    { name: 'subscriptions', label: w.subscriptions, kind: 'choice', options: optionsOf(t.used) },
    severalFilter('status', w.status, useTexts(cardStates.texts)),
    severalFilter('method', w.method, w.methods),
    { name: 'brand', label: t.brand, kind: 'choice', isSeveral: true, options: brandOptions },
    { name: 'last4', label: t.last4, kind: 'text' },
    { name: 'customer', label: t.customerId, kind: 'text' },
    createdFilter(w.created),
  ]
}

function useColumns(): Column<StoredCard>[] {
  const w = useTexts(cardWords)
  const { sites } = useScope()
  return [
    {
      name: 'card',
      title: w.card,
      inFile: ['brand', 'card'],
      cell: (row) => <span className="number">{cardName(row)}</span>,
      phone: 'first',
    },
    { name: 'status', title: w.status, cell: ({ status }) => <cardStates.Status status={status} />, phone: 'first' },
    { name: 'expiry', title: w.expiry, cell: (row) => <ExpiryOf card={row} />, phone: 'second' },
    {
      name: 'customer',
      title: w.customer,
      inFile: ['email'],
      cell: (row) => <Email of={customerOf(row)} />,
      phone: 'second',
    },
    {
      name: 'subscriptions',
      title: w.subscriptions,
      cell: ({ subscriptions }) => (subscriptions === 0 ? <span className="soft">{w.none}</span> : subscriptions),
      phone: 'never',
    },
    {
      name: 'lastUsed',
      title: w.lastUsed,
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? <Time at={lastUsedAt} how="day" /> : <span className="soft">{w.unused}</span>,
      phone: 'never',
    },
    ...(sites.length > 1
      ? [
          {
            name: 'site',
            title: w.site,
            cell: ({ siteId }: StoredCard) => <SiteName id={siteId} />,
            phone: 'never' as const,
          },
        ]
      : []),
    useCreatedColumn<StoredCard>(w.created, { phone: 'never', how: 'day' }),
  ]
}
