import { api, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { familyOf, familyWords } from '../../../parts/ledger-words.ts'
import { Money } from '../../../parts/money.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { withSearch } from '../../../urls.ts'
import { opAt } from '../acting.tsx'
import { bookWords } from './words.ts'

type Row = Entry<'listBookAccounts'> & { id: string }

const texts = {
  en: {
    about:
      'Each account in each of its currencies, by name. A balance is the sum of what was booked, never a stored number.',
    text: 'Name contains',
    family: 'What it holds',
    empty: 'No account yet',
    hint: 'An account is there from its first entry on.',
  },
  ro: {
    about:
      'Fiecare cont în fiecare monedă a lui, după nume. Un sold este suma a ce s-a înregistrat, niciodată un număr păstrat.',
    text: 'Numele conține',
    family: 'Ce conține',
    empty: 'Încă niciun cont',
    hint: 'Un cont există de la prima lui înregistrare.',
  },
} satisfies Texts<unknown>

export default function Accounts() {
  const t = useTexts(texts)
  const w = useTexts(bookWords)
  const words = useTexts(familyWords)
  const columns: Column<Row>[] = [
    { name: 'account', title: w.account, cell: ({ account }) => <code>{account}</code> },
    { name: 'holds', title: w.holds, cell: ({ account }) => words[familyOf(account)] ?? '', phone: 'second' },
    { name: 'kind', title: w.kind, cell: ({ kind }) => w.kinds[kind], phone: 'second' },
    {
      name: 'balance',
      title: w.balance,
      isEnd: true,
      cell: ({ side, amount, currency }) => (
        <>
          <Money amount={amount} currency={currency} /> <span className="meta">{w.sides[side]}</span>
        </>
      ),
    },
  ]
  return (
    <ListPage<Row>
      title={w.accounts}
      about={t.about}
      listKey={['books', 'accounts']}
      filters={[
        {
          name: 'family',
          label: t.family,
          kind: 'choice',
          options: Object.entries(words).map(([value, label]) => ({ value, label })),
        },
        { name: 'text', label: t.text, kind: 'text' },
      ]}
      columns={columns}
      load={async (search, page, signal) => {
        const { data, ...rest } = await bodyOf(
          api.GET('/books/accounts', { params: { query: { ...search, ...page } }, signal }),
        )
        return { ...rest, data: data.map((one) => ({ ...one, id: `${one.account} ${one.currency}` })) }
      }}
      to={({ account, currency }) => withSearch(opAt('money', 'accounts', account), { currency })}
      empty={
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      }
    />
  )
}
