import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { Money } from '../../../parts/money.tsx'
import { Time } from '../../../parts/time.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { partnerExport, usePartner } from '../partner.ts'
import { challenges } from '../statuses.ts'
import { common } from '../words.ts'

const texts = {
  en: {
    title: '3-D Secure',
    about: 'What your customers were asked to confirm in the app. A row opens the card transaction that waits for it.',
    until: 'To answer by',
    empty: 'Nobody was asked to confirm a payment yet',
    hint: 'Small payments pass without a question; for others the customer confirms the amount in your app.',
  },
  ro: {
    title: '3-D Secure',
    about: 'Ce li s-a cerut clienților să confirme în aplicație. Un rând deschide tranzacția care așteaptă.',
    until: 'De răspuns până la',
    empty: 'Încă nimănui nu i s-a cerut să confirme o plată',
    hint: 'Plățile mici trec fără întrebare; la celelalte clientul confirmă suma în aplicația ta.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listChallenges'>

export default function Challenges() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const statuses = useTexts(challenges.texts)
  const { partnerId, to } = usePartner()
  const columns: Column<Row>[] = [
    { name: 'amount', title: c.amount, cell: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    { name: 'status', title: c.status, cell: ({ status }) => <challenges.Status status={status} /> },
    {
      name: 'merchant',
      title: c.merchant,
      inFile: ['merchant_name'],
      cell: ({ merchantName }) => merchantName,
      phone: 'second',
    },
    { name: 'customer', title: c.customer, cell: ({ customerId }) => <code>{customerId}</code>, phone: 'never' },
    useCreatedColumn<Row>(c.created),
    {
      name: 'until',
      title: t.until,
      inFile: ['expires_at'],
      cell: ({ expiresAt }) => <Time at={expiresAt} />,
      phone: 'never',
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['challenges', partnerId]}
      filters={[
        severalFilter('status', c.status, statuses),
        { name: 'customerId', label: c.customer, kind: 'text' },
        createdFilter(c.created),
      ]}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/challenges', { params: { query: { partnerId, ...search, ...page } }, signal }))
      }
      export={partnerExport('challenges', partnerId)}
      to={({ transactionId }) => to('transactions', 'card', transactionId)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
