import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { Money } from '../../../parts/money.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { partnerExport, usePartner } from '../partner.ts'
import { cardDisputes } from '../statuses.ts'
import { common } from '../words.ts'
import { disputeReasons } from './words.ts'

const texts = {
  en: {
    title: 'Card disputes',
    about: 'Payments that your customers say were wrong. The operator raises them at the network.',
    empty: 'No payment is disputed',
    hint: 'A customer opens a dispute in the app, or you open one on the page of a card transaction.',
  },
  ro: {
    title: 'Contestații',
    about: 'Plăți despre care clienții tăi spun că sunt greșite. Operatorul le ridică la rețea.',
    empty: 'Nicio plată nu este contestată',
    hint: 'Clientul deschide o contestație în aplicație, sau tu pe pagina unei tranzacții cu cardul.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listCardDisputes'>

export default function CardDisputes() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const why = useTexts(disputeReasons)
  const statuses = useTexts(cardDisputes.texts)
  const { partnerId, to } = usePartner()
  const columns: Column<Row>[] = [
    { name: 'amount', title: c.amount, cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    { name: 'status', title: c.status, cell: ({ status }) => <cardDisputes.Status status={status} /> },
    { name: 'reason', title: c.reason, cell: ({ reason }) => why[reason], phone: 'second' },
    { name: 'customer', title: c.customer, cell: ({ customerId }) => <code>{customerId}</code>, phone: 'never' },
    useCreatedColumn<Row>(c.created),
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['card-disputes', partnerId]}
      filters={[
        severalFilter('status', c.status, statuses),
        severalFilter('reason', c.reason, why),
        { name: 'currency', label: c.currency, kind: 'text' },
        { name: 'customerId', label: c.customer, kind: 'text' },
        createdFilter(c.created),
      ]}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/card-disputes', { params: { query: { partnerId, ...search, ...page } }, signal }))
      }
      export={partnerExport('card-disputes', partnerId)}
      to={({ id }) => to('transactions', 'disputes', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
