import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { RecipeName } from '../../../parts/ledger-names.tsx'
import { Money } from '../../../parts/money.tsx'
import { Time } from '../../../parts/time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { DetailPage } from '../../../ui/detail-page.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { useThingId } from '../../../ui/page-at.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { opAt } from '../acting.tsx'
import { sumsOf } from '../health/sums.ts'
import { common } from '../words.ts'
import { About, AccountLink } from './parts.tsx'
import { bookWords } from './words.ts'

type BookEntry = Reply<'getBookEntry'>

const texts = {
  en: { lines: 'Lines', zero: 'Sums to zero', notZero: 'Does not sum to zero', together: 'Together' },
  ro: { lines: 'Rânduri', zero: 'Suma este zero', notZero: 'Suma nu este zero', together: 'Împreună' },
} satisfies Texts<unknown>

/** One entry: what was debited, what was credited, and what it is about. */
export default function EntryPage() {
  const t = useTexts(texts)
  const c = useTexts(common)
  const w = useTexts(bookWords)
  const id = useThingId()
  return (
    <DetailPage<BookEntry>
      detailKey={['books', 'entry', id]}
      load={(signal) =>
        bodyOf(api.GET('/books/entries/{entryId}', { params: { path: { entryId: id as never } }, signal }))
      }
      parent={{ title: w.journal, to: opAt('money', 'entries') }}
      id={id}
      heading={({ recipe, lines }) => ({
        title: `${w.entry} ${id}`,
        tab: `${w.entry} ${id}`,
        badge: <Badge tone={isZero(lines) ? 'good' : 'bad'}>{isZero(lines) ? t.zero : t.notZero}</Badge>,
        sentence: <RecipeName of={recipe} />,
      })}
      main={({ lines }) => <Lines of={lines} />}
      side={({ reference, at, recipe, lines }) => (
        <Panel title={c.details}>
          <Facts
            of={[
              [w.about, <About key="about" reference={reference} accounts={lines.map(({ account }) => account)} />],
              [w.recipe, <RecipeName key="recipe" of={recipe} />],
              [w.booked, <Time key="at" at={at} />],
            ]}
          />
        </Panel>
      )}
    />
  )
}

type Lines = BookEntry['lines']

function Lines({ of: lines }: { of: Lines }) {
  const t = useTexts(texts)
  const w = useTexts(bookWords)
  const amount = (
    wanted: 'debit' | 'credit',
    { side, ...line }: Pick<Lines[number], 'side' | 'amount' | 'currency'>,
  ) => (side === wanted ? <Money amount={line.amount} currency={line.currency} /> : '')
  const totals = [...new Set(lines.map(({ currency }) => currency))].map((currency) => ({
    currency,
    debit: totalOf(lines, 'debit', currency),
    credit: totalOf(lines, 'credit', currency),
  }))
  return (
    <Panel title={t.lines}>
      <SmallTable
        title={t.lines}
        heads={[w.account, w.kind, { end: w.debit }, { end: w.credit }]}
        rows={[
          ...lines.map((line, index) => ({
            key: `${line.account} ${index}`,
            cells: [
              <AccountLink key="account" account={line.account} currency={line.currency} />,
              w.kinds[line.kind],
              amount('debit', line),
              amount('credit', line),
            ],
          })),
          ...totals.map(({ currency, debit, credit }) => ({
            key: currency,
            cells: [
              <strong key="total">{t.together}</strong>,
              '',
              <strong key="debit">
                <Money amount={debit} currency={currency} />
              </strong>,
              <strong key="credit">
                <Money amount={credit} currency={currency} />
              </strong>,
            ],
          })),
        ]}
      />
    </Panel>
  )
}

function totalOf(lines: Lines, wanted: 'debit' | 'credit', currency: string): string {
  const these = lines.filter((line) => line.side === wanted && line.currency === currency)
  return sumsOf(these.map(({ amount }) => ({ amount, currency, count: 1 })))[0]?.amount ?? '0'
}

const isZero = (lines: Lines): boolean =>
  [...new Set(lines.map(({ currency }) => currency))].every(
    (currency) => totalOf(lines, 'debit', currency) === totalOf(lines, 'credit', currency),
  )
