import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { at, type Search, withSearch } from '../../../urls.ts'
import { opAt } from '../acting.tsx'
import { SiteName } from '../names.tsx'
import { common } from '../words.ts'
import { countedBy } from './words.ts'

type Attack = Entry<'listAttacks'>
type Row = Attack & { id: string }

const texts = {
  en: {
    title: 'Attacks',
    about: 'What limits and blocks have refused: too many cards, too many logins, blocked shoppers.',
    limit: 'Refused by',
    source: 'Address',
    notStored: 'Not stored',
    times: 'Times',
    first: 'First',
    last: 'Last',
    concerned: 'Payments',
    orders: 'Order',
    links: 'Payment link',
    payments: 'Declined payments',
    block: 'Block',
    tooFast: 'Page open too briefly',
    period: 'Period',
    periods: { 1: 'Last hour', 24: 'Last day', 168: 'Last week' },
    empty: 'Nothing was refused',
    hint: 'Where cards or passwords are tried too often, it shows here for a week.',
  },
  ro: {
    title: 'Atacuri',
    about: 'Ce au refuzat limitele și blocările: prea multe carduri, prea multe autentificări, cumpărători blocați.',
    limit: 'Refuzat de',
    source: 'Adresă',
    notStored: 'Nu este păstrată',
    times: 'De câte ori',
    first: 'Prima dată',
    last: 'Ultima dată',
    concerned: 'Plăți',
    orders: 'Comanda',
    links: 'Link de plată',
    payments: 'Plăți respinse',
    block: 'Blocare',
    tooFast: 'Pagină deschisă prea puțin',
    period: 'Perioada',
    periods: { 1: 'Ultima oră', 24: 'Ultima zi', 168: 'Ultima săptămână' },
    empty: 'Nu s-a refuzat nimic',
    hint: 'Unde se încearcă prea des carduri sau parole, apare aici timp de o săptămână.',
  },
} satisfies Texts<unknown>

export default function Attacks() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const kinds: Readonly<Record<string, string>> = useTexts(countedBy)
  const zone = useZoneName()
  const nameOf = (limit: string) =>
    limit === 'block' ? t.block : limit === 'too_fast' ? t.tooFast : (kinds[limit] ?? <code>{limit}</code>)
  const columns: Column<Row>[] = [
    { name: 'limit', title: t.limit, cell: ({ limit }) => nameOf(limit) },
    { name: 'source', title: t.source, cell: ({ source }) => <code>{source ?? t.notStored}</code> },
    {
      name: 'site',
      title: c.site,
      cell: ({ siteId }) => siteId !== undefined && <SiteName id={siteId} />,
      phone: 'second',
    },
    { name: 'times', title: t.times, cell: ({ times }) => times, isEnd: true },
    { name: 'first', title: `${t.first} (${zone})`, cell: ({ firstAt }) => <Time at={firstAt} />, phone: 'never' },
    { name: 'last', title: `${t.last} (${zone})`, cell: ({ lastAt }) => <Time at={lastAt} />, phone: 'second' },
    { name: 'concerned', title: t.concerned, cell: (row) => <Concerned of={row} /> },
  ]
  const options = Object.entries(t.periods).map(([value, label]) => ({ value, label }))
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['attacks']}
      filters={[{ name: 'hours', label: t.period, kind: 'choice', options, usual: '24' }]}
      columns={columns}
      load={async ({ hours = '24' }: Search, page, signal) => {
        const query = { ...page, hours: Number(hours) }
        const { data, ...rest } = await bodyOf(api.GET('/attacks', { params: { query }, signal }))
        const idOf = ({ limit, siteId, subject, source }: Attack) => [limit, siteId, subject, source].join(' ')
        return { ...rest, data: data.map((one) => ({ ...one, id: idOf(one) })) }
      }}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

/** An attempt that a limit refused became no payment: its order or link has those before it, a site its declined ones. */
function Concerned({ of: { limit, merchantId, siteId, subject, firstAt, lastAt } }: { of: Row }) {
  const t = useTexts(texts)
  if (merchantId === undefined || siteId === undefined) return null
  const whose = { kind: 'merchant', id: String(merchantId) } as const
  if (limit === 'order' && subject) return <Link to={at(whose, 'orders', subject)}>{t.orders}</Link>
  if (limit.startsWith('link') && subject) return <Link to={at(whose, 'links', subject)}>{t.links}</Link>
  const days = `${firstAt.slice(0, 10)}..${lastAt.slice(0, 10)}`
  const declined = withSearch(at(whose, 'payments'), { status: 'failed', created: days })
  return (
    <>
      <Link to={declined}>{t.payments}</Link>
      {limit === 'block' && (
        <>
          {' · '}
          <Link to={opAt('abuse', 'blocks')}>{t.block}</Link>
        </>
      )}
    </>
  )
}
