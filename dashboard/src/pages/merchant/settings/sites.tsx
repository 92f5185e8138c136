import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { type Site, useScope } from '../../../shell/scope.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { at } from '../../../urls.ts'

const texts = {
  en: {
    title: 'Sites',
    about: 'A site is one shop: with its own keys, addresses and looks.',
    name: 'Name',
    status: 'Status',
    active: 'Active',
    inactive: 'Not active',
    test: 'Test',
    live: 'Live',
    mode: 'Mode',
    currencies: 'Currencies',
    zone: 'Time zone',
    empty: 'No site yet',
    emptyHint: 'Your operator makes sites.',
  },
  ro: {
    title: 'Magazine',
    about: 'Fiecare magazin are cheile, adresele și înfățișarea lui.',
    name: 'Nume',
    status: 'Stare',
    active: 'Activ',
    inactive: 'Inactiv',
    test: 'Test',
    live: 'Real',
    mode: 'Mod',
    currencies: 'Monede',
    zone: 'Fus orar',
    empty: 'Încă niciun magazin',
    emptyHint: 'Magazinele le face operatorul.',
  },
} satisfies Texts<unknown>

export default function Sites() {
  const t = useTexts(texts)
  const { scope, sites } = useScope()
  const columns: Column<Site>[] = [
    { name: 'name', title: t.name, cell: ({ name }) => name },
    {
      name: 'status',
      title: t.status,
      cell: ({ active }) => <Badge tone={active ? 'good' : 'neutral'}>{active ? t.active : t.inactive}</Badge>,
    },
    { name: 'mode', title: t.mode, cell: ({ live }) => (live ? t.live : t.test), phone: 'second' },
    { name: 'currencies', title: t.currencies, cell: ({ currencies }) => currencies.join(', '), phone: 'second' },
    { name: 'zone', title: t.zone, cell: ({ timeZone }) => timeZone, phone: 'never' },
  ]
  return (
    <ListPage<Site>
      title={t.title}
      about={t.about}
      listKey={['own-sites', scope, sites]}
      filters={[]}
      columns={columns}
      load={async () => ({ data: sites, page: 1, size: Math.max(sites.length, 1), total: sites.length })}
      to={({ id }) => at(scope, 'sites', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.emptyHint}</p>
        </Empty>
      }
    />
  )
}
