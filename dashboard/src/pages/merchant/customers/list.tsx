import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Email } from '../../../parts/email.tsx'
import { createdFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { at } from '../../../urls.ts'
import { siteFilter } from '../../common/site-filter.ts'
import { exportOf, ofMerchant, useMerchantId } from '../sites.ts'

const texts = {
  en: {
    title: 'Customers',
    about: 'Everybody who paid while your shop named them, with their stored cards.',
    find: 'Name, e-mail address or id',
    site: 'Site',
    name: 'Name',
    email: 'E-mail address',
    identifier: 'Your id',
    country: 'Country',
    created: 'Since',
    empty: 'No customers yet',
    emptyHint: 'A customer appears here with the first payment for which your shop or a link names somebody.',
  },
  ro: {
    title: 'Clienți',
    about: 'Toți cei care au plătit numiți de magazinul tău, cu cardurile lor salvate.',
    find: 'Nume, adresă de e-mail sau id',
    site: 'Magazin',
    name: 'Nume',
    email: 'Adresa de e-mail',
    identifier: 'Id-ul tău',
    country: 'Țara',
    created: 'Din',
    empty: 'Încă nu sunt clienți',
    emptyHint: 'Un client apare aici la prima plată pentru care magazinul sau un link numește pe cineva.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listShoppers'>

const nameOf = ({ firstName, lastName }: Row): string => [firstName, lastName].filter(Boolean).join(' ')

/** Who has no name has the address for a name: a phone shows it once. */
const EmailOf = ({ row }: { row: Row }) => (
  <span className={nameOf(row) ? '' : 'wide-only'}>
    <Email of={row.email} />
  </span>
)

export default function Customers() {
  const t = useTexts(texts)
  const { scope, sites } = useScope()
  const merchantId = useMerchantId()
  const columns: Column<Row>[] = [
    {
      name: 'name',
      title: t.name,
      inFile: ['first_name', 'last_name'],
      cell: (row) => <Email of={nameOf(row) || row.email || row.storeCustomerId} />,
    },
    { name: 'email', title: t.email, cell: (row) => <EmailOf row={row} />, phone: 'second' },
    {
      name: 'identifier',
      title: t.identifier,
      inFile: ['store_customer_id'],
      cell: ({ storeCustomerId }) => storeCustomerId,
      phone: 'second',
    },
    { name: 'country', title: t.country, cell: ({ country }) => country, phone: 'never' },
    useCreatedColumn<Row>(t.created, { phone: 'never', how: 'day' }),
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['customers', scope]}
      filters={[...siteFilter(t.site, sites), { name: 'text', label: t.find, kind: 'text' }, createdFilter(t.created)]}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/shoppers', { params: { query: { ...ofMerchant(merchantId, search), ...page } }, signal }))
      }
      to={({ id }) => at(scope, 'customers', id)}
      export={exportOf('customers', merchantId)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.emptyHint}</p>
        </Empty>
      }
    />
  )
}
