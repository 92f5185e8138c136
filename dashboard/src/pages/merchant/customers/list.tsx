import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { at } from '../../../urls.ts'

const texts = {
  en: {
    title: 'Customers',
    about: 'Everybody who paid while your shop named them, with their stored cards.',
    find: 'Find',
    name: 'Name',
    email: 'E-mail address',
    identifier: 'Your id',
    country: 'Country',
    created: 'Since',
    empty: 'Whom are you looking for?',
    emptyHint: 'Type an e-mail address or its beginning, a name, or the id that your shop uses.',
  },
  ro: {
    title: 'Clienți',
    about: 'Toți cei care au plătit numiți de magazinul tău, cu cardurile lor salvate.',
    find: 'Găsește',
    name: 'Nume',
    email: 'Adresa de e-mail',
    identifier: 'Id-ul tău',
    country: 'Țara',
    created: 'Din',
    empty: 'Pe cine cauți?',
    emptyHint: 'Scrie o adresă de e-mail sau începutul ei, un nume sau id-ul folosit de magazin.',
  },
} satisfies Texts<unknown>

type Row = Entry<'findShoppers'>
const noMatches = { data: [], page: 1, size: 50, total: 0 }

export default function Customers() {
  const t = useTexts(texts)
  const zone = useZoneName()
  const { scope } = useScope()
  const columns: Column<Row>[] = [
    {
      name: 'name',
      title: t.name,
      cell: ({ firstName, lastName, email, storeCustomerId }) =>
        [firstName, lastName].filter(Boolean).join(' ') || email || storeCustomerId,
    },
    { name: 'email', title: t.email, cell: ({ email }) => email, phone: 'second' },
    { name: 'identifier', title: t.identifier, cell: ({ storeCustomerId }) => storeCustomerId, phone: 'second' },
    { name: 'country', title: t.country, cell: ({ country }) => country, phone: 'never' },
    {
      name: 'created',
      title: `${t.created} (${zone})`,
      cell: ({ createdAt }) => <Time at={createdAt} how="day" />,
      phone: 'never',
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['customers', scope]}
      filters={[{ name: 'text', label: t.find, kind: 'text' }]}
      columns={columns}
      load={async ({ text = '' }, page, signal) =>
        text === '' ? noMatches : bodyOf(api.GET('/shoppers/find', { params: { query: { text, ...page } }, signal }))
      }
      to={({ id }) => at(scope, 'customers', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.emptyHint}</p>
        </Empty>
      }
    />
  )
}
