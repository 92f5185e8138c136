import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { RecipeName } from '../../../parts/ledger-names.tsx'
import { Money } from '../../../parts/money.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { Empty, ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { useSearch } from '../../../ui/url-state.ts'
import { opAt } from '../acting.tsx'
import { Older } from './older.tsx'
import { About } from './parts.tsx'
import { bookWords } from './words.ts'

type Entry = Reply<'listBookEntries'>['data'][number]

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
  const zone = useZoneName()
  const [{ before = '' }] = useSearch()
  useTitle(w.journal)
  const { data, error, refetch } = useQuery({
    queryKey: ['books', 'entries', before],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/books/entries', { params: { query: before === '' ? {} : { before: before as never } }, signal }),
      ),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div>
        <p className="meta">
          <Link to={opAt('money', 'books')}>{w.books}</Link>
        </p>
        <h1>{w.journal}</h1>
        <p className="soft">{t.about}</p>
      </div>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={8} />
      ) : data.data.length === 0 ? (
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      ) : (
        <Panel title={w.journal}>
          <SmallTable
            title={w.journal}
            heads={[w.entry, w.recipe, w.about, `${w.booked} (${zone})`, { end: t.moved }]}
            rows={data.data.map((entry) => ({
              key: entry.id,
              cells: [
                <Link key="id" to={opAt('money', 'entries', entry.id)}>
                  {entry.id}
                </Link>,
                <RecipeName key="recipe" of={entry.recipe} />,
                <About key="about" reference={entry.reference} accounts={entry.lines.map(({ account }) => account)} />,
                <Time key="at" at={entry.at} />,
                <Debited key="debited" of={entry} />,
              ],
            }))}
          />
          <Older next={data.next} />
        </Panel>
      )}
    </>
  )
}

const Debited = ({ of: { lines } }: { of: Entry }) =>
  lines
    .filter(({ side }) => side === 'debit')
    .map(({ account, amount, currency }) => (
      <div key={`${account} ${currency}`}>
        <Money amount={amount} currency={currency} />
      </div>
    ))
