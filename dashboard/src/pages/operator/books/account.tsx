import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { RecipeName } from '../../../parts/ledger-names.tsx'
import { familyOf, familyWords } from '../../../parts/ledger-words.ts'
import { Money } from '../../../parts/money.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { useSearch } from '../../../ui/url-state.ts'
import { opAt } from '../acting.tsx'
import { Older } from './older.tsx'
import { About } from './parts.tsx'
import { bookWords } from './words.ts'

type Account = Reply<'listAccountLines'>

const texts = {
  en: { entries: 'Entries, newest first', none: 'Nothing was booked here in this currency.' },
  ro: { entries: 'Înregistrări, cele mai noi întâi', none: 'Aici nu s-a înregistrat nimic în această monedă.' },
} satisfies Texts<unknown>

/** One account in one currency: its balance, and every entry that made it. */
export default function AccountPage() {
  const t = useTexts(texts)
  const w = useTexts(bookWords)
  const words = useTexts(familyWords)
  const zone = useZoneName()
  const account = useThingId()
  const [{ currency = 'EUR', after = '' }] = useSearch()
  const side = (wanted: 'debit' | 'credit', line: Account['data'][number]) =>
    line.side === wanted ? <Money amount={line.amount} currency={line.currency} /> : ''
  return (
    <DetailPage<Account>
      detailKey={['books', 'account', account, currency, after]}
      load={(signal) =>
        bodyOf(
          api.GET('/books/accounts/{account}/lines', {
            params: { path: { account }, query: { currency, ...(after !== '' && { after: after as never }) } },
            signal,
          }),
        )
      }
      parent={{ title: w.accounts, to: opAt('money', 'accounts') }}
      id={account}
      heading={({ balance }) => ({
        title: (
          <>
            <Money amount={balance.amount} currency={balance.currency} /> {w.sides[balance.side]}
          </>
        ),
        tab: account,
        sentence: words[familyOf(account)],
      })}
      main={({ data, next }) => (
        <Panel title={t.entries}>
          {data.length === 0 ? (
            <p className="soft">{t.none}</p>
          ) : (
            <SmallTable
              title={t.entries}
              heads={[w.entry, w.recipe, w.about, `${w.booked} (${zone})`, { end: w.debit }, { end: w.credit }]}
              rows={data.map((line) => ({
                key: line.id,
                cells: [
                  <Link key="id" to={opAt('money', 'entries', line.id)}>
                    {line.id}
                  </Link>,
                  <RecipeName key="recipe" of={line.recipe} />,
                  <About key="about" reference={line.reference} accounts={[account]} />,
                  <Time key="at" at={line.at} />,
                  side('debit', line),
                  side('credit', line),
                ],
              }))}
            />
          )}
          <Older next={next} />
        </Panel>
      )}
    />
  )
}
