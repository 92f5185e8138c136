import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { partnerExport, usePartner } from '../partner.ts'
import { common } from '../words.ts'
import { CustomerStatus, customerStates, LoginWays } from './parts.tsx'

const texts = {
  en: {
    title: 'Customers',
    about: 'People who registered in your app, the newest first, without what names them.',
    login: 'Logs in with',
    sessions: 'Open sessions',
    empty: 'No customer yet',
    hint: 'A customer appears here after registering in your app, or when your server registers one.',
  },
  ro: {
    title: 'Clienți',
    about: 'Oameni înregistrați în aplicația ta, cei mai noi întâi, fără datele care îi numesc.',
    login: 'Se autentifică cu',
    sessions: 'Sesiuni deschise',
    empty: 'Încă niciun client',
    hint: 'Un client apare aici după ce se înregistrează în aplicația ta sau îl înregistrează serverul tău.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listCustomers'>

export default function Customers() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const statuses = useTexts(customerStates.texts)
  const { partnerId, to } = usePartner()
  const columns: Column<Row>[] = [
    { name: 'customer', title: c.customer, inFile: ['id'], cell: ({ id }) => <code>{id}</code> },
    { name: 'status', title: c.status, cell: ({ status }) => <CustomerStatus status={status} /> },
    {
      name: 'login',
      title: t.login,
      inFile: ['has_email', 'has_password', 'second_factor', 'wallets'],
      cell: (customer) => <LoginWays of={customer} />,
      phone: 'second',
    },
    {
      name: 'sessions',
      title: t.sessions,
      inFile: ['open_sessions'],
      cell: ({ openSessions }) => String(openSessions),
      isEnd: true,
      phone: 'never',
    },
    useCreatedColumn<Row>(c.created),
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['customers', partnerId]}
      filters={[severalFilter('status', c.status, statuses), createdFilter(c.created)]}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/customers', { params: { query: { partnerId, ...search, ...page } }, signal }))
      }
      export={partnerExport('card-customers', partnerId)}
      to={({ id }) => to('customers', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
