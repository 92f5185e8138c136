import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { Money } from '../../../parts/money.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { accountStates } from '../customers/parts.tsx'
import { partnerExport, usePartner } from '../partner.ts'
import { common } from '../words.ts'

const texts = {
  en: {
    title: 'Accounts',
    about: 'What your customers have with you, one account per currency. Below zero the customer owes.',
    balance: 'Balance',
    held: 'Held',
    available: 'Left to spend',
    empty: 'No account yet',
    hint: 'A customer whose KYC is approved opens an account in your app, one in each currency.',
  },
  ro: {
    title: 'Conturi',
    about: 'Ce au clienții la tine, câte un cont în fiecare monedă. Sub zero, clientul datorează.',
    balance: 'Sold',
    held: 'Blocat',
    available: 'De cheltuit',
    empty: 'Încă niciun cont',
    hint: 'Un client cu KYC aprobat deschide un cont în aplicația ta, câte unul în fiecare monedă.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listAccounts'>

export default function Accounts() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const statuses = useTexts(accountStates.texts)
  const { partnerId, to } = usePartner()
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['accounts', partnerId]}
      filters={[
        severalFilter('status', c.status, statuses),
        { name: 'currency', label: c.currency, kind: 'text' },
        { name: 'customerId', label: c.customer, kind: 'text' },
        createdFilter(c.created),
      ]}
      usualSort="-created"
      columns={useColumns()}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/accounts', { params: { query: { partnerId, ...search, ...page } }, signal }))
      }
      export={partnerExport('accounts', partnerId)}
      to={({ id }) => to('accounts', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}

function useColumns(): Column<Row>[] {
  const t = useTexts(texts)
  const c = useTexts(common)
  return [
    {
      name: 'balance',
      title: t.balance,
      inFile: ['balance', 'currency'],
      cell: ({ balance, currency }) => <Money amount={balance} currency={currency} />,
      phone: 'first',
    },
    {
      name: 'available',
      title: t.available,
      cell: ({ available, currency }) => <Money amount={available} currency={currency} />,
      phone: 'never',
    },
    {
      name: 'held',
      title: t.held,
      cell: ({ held, currency }) => <Money amount={held} currency={currency} />,
      phone: 'never',
    },
    { name: 'status', title: c.status, cell: ({ status }) => <accountStates.Status status={status} />, phone: 'first' },
    { name: 'customer', title: c.customer, cell: ({ customerId }) => <code>{customerId}</code>, phone: 'never' },
    useCreatedColumn<Row>(c.created),
  ]
}
