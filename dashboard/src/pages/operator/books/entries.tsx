import { api, apiRoot, bodyOf, type Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { RecipeName } from '../../../parts/ledger-names.tsx'
import { createdFilter, useMomentColumn } from '../../../parts/list-parts.tsx'
import { Money } from '../../../parts/money.tsx'
import { Link } from '../../../ui/link.tsx'
import { type Column, ListPage } from '../../../ui/list-page.tsx'
import { Empty } from '../../../ui/states.tsx'
import { withSearch } from '../../../urls.ts'
import { opAt } from '../acting.tsx'
import { About } from './parts.tsx'
import { bookWords } from './words.ts'

type Row = Entry<'listBookEntries'>

const texts = {
  en: {
    about: 'Everything that was booked, newest first. Entries are never changed; what was wrong is booked back.',
    empty: 'Nothing is booked yet',
    hint: 'The first captured payment makes the first entry.',
    moved: 'Debited',
  },
  ro: {
    about:
      'Tot ce s-a înregistrat, cele mai noi întâi. Înregistrările nu se schimbă niciodată; ce a fost greșit se stornează.',
    empty: 'Încă nu este înregistrat nimic',
    hint: 'Prima plată încasată face prima înregistrare.',
    moved: 'Debitat',
  },
} satisfies Texts<unknown>

/** The journal. */
export default function Entries() {
  const t = useTexts(texts)
  const w = useTexts(bookWords)
  const columns: Column<Row>[] = [
    { name: 'entry', title: w.entry, inFile: ['id'], cell: ({ id }) => id, phone: 'first' },
    { name: 'recipe', title: w.recipe, cell: ({ recipe }) => <RecipeName of={recipe} /> },
    {
      name: 'about',
      title: w.about,
      inFile: ['reference'],
      cell: ({ reference, lines }) => <About reference={reference} accounts={lines.map(({ account }) => account)} />,
      phone: 'second',
    },
    useMomentColumn<Row>(w.booked, ({ at }) => at, { inFile: ['at'] }),
    { name: 'moved', title: t.moved, inFile: ['debits'], cell: (entry) => <Debited of={entry} />, isEnd: true },
  ]
  return (
    <>
      <p className="meta">
        <Link to={opAt('money', 'books')}>{w.books}</Link>
      </p>
      <ListPage<Row>
        title={w.journal}
        about={t.about}
        listKey={['book-entries']}
        filters={[createdFilter(w.booked)]}
        usualSort="-created"
        columns={columns}
        loadAfter={(search, page, signal) =>
          bodyOf(api.GET('/books/entries', { params: { query: { ...search, ...page } }, signal }))
        }
        export={{ url: (search) => `${apiRoot}${withSearch('/exports/book-entries', search)}` }}
        to={({ id }) => opAt('money', 'entries', id)}
        empty={
          <Empty title={t.empty}>
            <p className="soft">{t.hint}</p>
          </Empty>
        }
      />
    </>
  )
}

const Debited = ({ of: { lines } }: { of: Row }) =>
  lines
    .filter(({ side }) => side === 'debit')
    .map(({ account, amount, currency }) => (
      <div key={`${account} ${currency}`}>
        <Money amount={amount} currency={currency} />
      </div>
    ))
