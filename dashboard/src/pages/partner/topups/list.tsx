import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { Money } from '../../../parts/money.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { partnerExport, usePartner } from '../partner.ts'
import { topups } from '../statuses.ts'
import { common } from '../words.ts'

export const topupKinds = {
  en: { fiat: 'By card', crypto: 'In coins' },
  ro: { fiat: 'Cu cardul', crypto: 'În monede virtuale' },
} satisfies Texts<Record<Entry<'listTopups'>['type'], string>>

const texts = {
  en: {
    title: 'Topups',
    about: 'Money that your customers put on their accounts, newest first.',
    fees: 'Fees',
    empty: 'No topup yet',
    hint: 'A customer tops up an account in your app, by card or in coins.',
  },
  ro: {
    title: 'Alimentări',
    about: 'Banii pe care clienții tăi îi pun în conturi, cei mai noi întâi.',
    fees: 'Comisioane',
    empty: 'Încă nicio alimentare',
    hint: 'Clientul alimentează un cont în aplicația ta, cu cardul sau în monede virtuale.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listTopups'>

export default function Topups() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const kinds = useTexts(topupKinds)
  const statuses = useTexts(topups.texts)
  const { partnerId, to } = usePartner()
  const columns: Column<Row>[] = [
    { name: 'amount', title: c.amount, cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    { name: 'status', title: c.status, cell: ({ status }) => <topups.Status status={status} /> },
    { name: 'kind', title: c.kind, inFile: ['type'], cell: ({ type }) => kinds[type], phone: 'second' },
    {
      name: 'fees',
      title: t.fees,
      cell: ({ fees, currency }) => <Money amount={fees} currency={currency} />,
      phone: 'never',
    },
    { name: 'customer', title: c.customer, cell: ({ customerId }) => <code>{customerId}</code>, phone: 'never' },
    useCreatedColumn<Row>(c.created),
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['topups', partnerId]}
      filters={[
        severalFilter('status', c.status, statuses),
        severalFilter('type', c.kind, kinds),
        { name: 'customerId', label: c.customer, kind: 'text' },
        createdFilter(c.created),
      ]}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/topups', { params: { query: { partnerId, ...search, ...page } }, signal }))
      }
      export={partnerExport('topups', partnerId)}
      to={({ id }) => to('topups', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
