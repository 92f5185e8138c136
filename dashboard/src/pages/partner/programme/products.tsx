import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePartner } from '../partner.ts'
import { common } from '../words.ts'

const texts = {
  en: {
    title: 'Card products',
    about: 'What kinds of cards your customers can have. The operator sets them up with you.',
    name: 'Name',
    active: 'Active',
    inactive: 'Not active',
    prefix: 'Numbers begin with',
    issued: 'Numbers issued',
    empty: 'No card product yet',
    hint: 'The operator adds the first one, with the range of numbers that the network has assigned.',
  },
  ro: {
    title: 'Produse de card',
    about: 'Ce feluri de carduri pot avea clienții tăi. Operatorul le configurează împreună cu tine.',
    name: 'Nume',
    active: 'Activ',
    inactive: 'Inactiv',
    prefix: 'Numerele încep cu',
    issued: 'Numere emise',
    empty: 'Încă niciun produs de card',
    hint: 'Operatorul îl adaugă pe primul, cu numerele pe care le-a alocat rețeaua.',
  },
} satisfies Texts<unknown>

type Row = Entry<'listProducts'>

export default function Products() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const { partnerId, to } = usePartner()
  const columns: Column<Row>[] = [
    { name: 'name', title: t.name, cell: ({ name }) => name },
    {
      name: 'status',
      title: c.status,
      cell: ({ active }) => <Badge tone={active ? 'good' : 'neutral'}>{active ? t.active : t.inactive}</Badge>,
    },
    { name: 'currency', title: c.currency, cell: ({ currencies }) => currencies.join(', '), phone: 'second' },
    { name: 'prefix', title: t.prefix, cell: ({ prefix }) => <code>{prefix}</code>, phone: 'second' },
    {
      name: 'issued',
      title: t.issued,
      cell: ({ numbersIssued, numbersInAll }) => `${numbersIssued} / ${numbersInAll}`,
      isEnd: true,
      phone: 'never',
    },
  ]
  return (
    <ListPage<Row>
      title={t.title}
      about={t.about}
      listKey={['products', partnerId]}
      filters={[]}
      columns={columns}
      load={(_, page, signal) => bodyOf(api.GET('/products', { params: { query: { partnerId, ...page } }, signal }))}
      to={({ id }) => to('programme', 'products', id)}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
