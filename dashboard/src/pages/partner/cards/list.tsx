import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { createdFilter, severalFilter, useCreatedColumn } from '../../../parts/list-parts.tsx'
import { optionsOf } from '../../../parts/status.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { partnerExport, usePartner } from '../partner.ts'
import { cards } from '../statuses.ts'
import { common } from '../words.ts'

const texts = {
  en: {
    title: 'Cards',
    about: 'Cards of your customers, masked, the newest first.',
    expires: 'Expires',
    last4: 'Last four digits',
    kinds: { virtual: 'Virtual', physical: 'Physical' },
    empty: 'No card was issued yet',
    hint: 'A customer whose KYC is approved asks for a card in your app; your server can also issue one.',
  },
  ro: {
    title: 'Carduri',
    about: 'Cardurile clienților tăi, mascate, cele mai noi întâi.',
    expires: 'Expiră',
    last4: 'Ultimele patru cifre',
    kinds: { virtual: 'Virtual', physical: 'Fizic' },
    empty: 'Încă nu s-a emis niciun card',
    hint: 'Un client cu KYC aprobat cere un card în aplicația ta; îl poate emite și serverul tău.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listCards'>

export default function Cards() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const statuses = useTexts(cards.texts)
  const { partnerId, to } = usePartner()
  const columns: Column<Row>[] = [
    { name: 'card', title: c.card, inFile: ['last4'], cell: ({ last4 }) => `···· ${last4}` },
    { name: 'status', title: c.status, cell: ({ status }) => <cards.Status status={status} /> },
    {
      name: 'kind',
      title: c.kind,
      inFile: ['virtual'],
      cell: ({ virtual }) => t.kinds[virtual ? 'virtual' : 'physical'],
      phone: 'second',
    },
    { name: 'currency', title: c.currency, cell: ({ currency }) => currency, phone: 'second' },
    {
      name: 'expires',
      title: t.expires,
      inFile: ['expiry_month', 'expiry_year'],
      cell: ({ expiryMonth, expiryYear }) => `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`,
      phone: 'second',
    },
    { name: 'customer', title: c.customer, cell: ({ customerId }) => <code>{customerId}</code>, phone: 'never' },
    useCreatedColumn<Row>(c.created, { phone: 'never' }),
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['cards', partnerId]}
      filters={[
        severalFilter('status', c.status, statuses),
        { name: 'last4', label: t.last4, kind: 'text' },
        { name: 'kind', label: c.kind, kind: 'choice', options: optionsOf(t.kinds) },
        { name: 'currency', label: c.currency, kind: 'text' },
        { name: 'customerId', label: c.customer, kind: 'text' },
        createdFilter(c.created),
      ]}
      usualSort="-created"
      columns={columns}
      loadAfter={(search, page, signal) =>
        bodyOf(api.GET('/cards', { params: { query: { partnerId, ...search, ...page } }, signal }))
      }
      export={partnerExport('cards', partnerId)}
      to={({ id }) => to('cards', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
