import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { optionsOf } from '../../../parts/status.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePartner } from '../partner.ts'
import { cards } from '../statuses.ts'
import { common } from '../words.ts'

const texts = {
  en: {
    title: 'Cards',
    about: 'Cards of your customers, masked, the oldest first.',
    expires: 'Expires',
    virtual: 'Virtual',
    physical: 'Physical',
    empty: 'No card was issued yet',
    hint: 'A customer whose KYC is approved asks for a card in your app; your server can also issue one.',
  },
  ro: {
    title: 'Carduri',
    about: 'Cardurile clienților tăi, mascate, cele mai vechi întâi.',
    expires: 'Expiră',
    virtual: 'Virtual',
    physical: 'Fizic',
    empty: 'Încă nu s-a emis niciun card',
    hint: 'Un client cu KYC aprobat cere un card în aplicația ta; îl poate emite și serverul tău.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listCards'>

export default function Cards() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const statuses = useTexts(cards.texts)
  const zone = useZoneName()
  const { partnerId, to } = usePartner()
  const columns: Column<Row>[] = [
    { name: 'card', title: c.card, cell: ({ last4 }) => `···· ${last4}` },
    { name: 'status', title: c.status, cell: ({ status }) => <cards.Status status={status} /> },
    { name: 'kind', title: c.kind, cell: ({ virtual }) => (virtual ? t.virtual : t.physical), phone: 'second' },
    { name: 'currency', title: c.currency, cell: ({ currency }) => currency, phone: 'second' },
    {
      name: 'expires',
      title: t.expires,
      cell: ({ expiryMonth, expiryYear }) => `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`,
      phone: 'second',
    },
    { name: 'customer', title: c.customer, cell: ({ customerId }) => <code>{customerId}</code>, phone: 'never' },
    {
      name: 'created',
      title: `${c.created} (${zone})`,
      cell: ({ createdAt }) => <Time at={createdAt} />,
      phone: 'never',
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['cards', partnerId]}
      filters={[
        { name: 'status', label: c.status, kind: 'choice', options: optionsOf(statuses) },
        { name: 'customerId', label: c.customer, kind: 'text' },
      ]}
      columns={columns}
      load={(search, page, signal) =>
        bodyOf(api.GET('/cards', { params: { query: { partnerId, ...search, ...page } }, signal }))
      }
      to={({ id }) => to('cards', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
