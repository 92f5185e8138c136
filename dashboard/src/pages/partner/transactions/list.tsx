import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { Money } from '../../../parts/money.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { partnerExport, usePartner } from '../partner.ts'
import { spends } from '../statuses.ts'
import { common } from '../words.ts'
import { rules, types } from './words.ts'

const texts = {
  en: {
    title: 'Card transactions',
    about: 'What your customers do with their cards, declined payments too. Open one to read why it was decided so.',
    why: 'Declined by',
    byCustomer: 'the customer',
    empty: 'No card was used yet',
    hint: 'Payments appear here the moment a network asks about them, approved or not.',
  },
  ro: {
    title: 'Tranzacții cu carduri',
    about: 'Ce fac clienții tăi cu cardurile, și plățile respinse. Deschide una ca să afli de ce s-a decis așa.',
    why: 'Respinsă de',
    byCustomer: 'client',
    empty: 'Încă nu s-a folosit niciun card',
    hint: 'Plățile apar aici în clipa în care o rețea întreabă de ele, aprobate sau nu.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listCardTransactions'>

export default function CardTransactions() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const names = useTexts(types)
  const ruleNames = useTexts(rules)
  const statuses = useTexts(spends.texts)
  const { partnerId, to } = usePartner()
  const why = ({ status, declineReason }: Row) =>
    status === 'declined' && (declineReason ? ruleNames[declineReason][0] : t.byCustomer)
  const columns: Column<Row>[] = [
    { name: 'amount', title: c.amount, cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    { name: 'status', title: c.status, cell: ({ status }) => <spends.Status status={status} /> },
    { name: 'why', title: t.why, inFile: ['decline_reason'], cell: why, phone: 'second' },
    { name: 'merchant', title: c.merchant, cell: ({ merchant }) => merchant.name, phone: 'second' },
    { name: 'kind', title: c.kind, inFile: ['type'], cell: ({ type }) => names[type], phone: 'never' },
    useCreatedColumn<Row>(c.created),
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['card-transactions', partnerId]}
      filters={[
        severalFilter('status', c.status, statuses),
        severalFilter('type', c.kind, names),
        { name: 'customerId', label: c.customer, kind: 'text' },
        { name: 'cardId', label: c.card, kind: 'text' },
        createdFilter(c.created),
      ]}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/card-transactions', { params: { query: { partnerId, ...search, ...page } }, signal }))
      }
      export={partnerExport('card-transactions', partnerId)}
      to={({ id }) => to('transactions', 'card', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
