import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf, type Reply } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { familyWords } from '../../../parts/ledger-words.ts'
import { Money } from '../../../parts/money.tsx'
import { Time, useZoneName } from '../../../parts/time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Panel } from '../../../ui/facts.tsx'
import { Field } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { isDay } from '../../../ui/list/filter.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import { Empty, ErrorPanel, Loading } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { useSearch } from '../../../ui/url-state.ts'
import { withSearch } from '../../../urls.ts'
import { opAt } from '../acting.tsx'
import { bookWords } from './words.ts'

type Trial = Reply<'getTrialBalance'>

const texts = {
  en: {
    about:
      'The balance of every kind of account. What each merchant or customer has is added up here, and is listed one by one below its name.',
    upTo: 'At the end of the day (UTC)',
    asOf: 'As of',
    final: 'Final',
    open: 'More can be booked',
    balanced: 'Debits equal credits',
    unbalanced: 'Debits and credits differ: verify the books',
    total: 'Together',
    accounts: 'Accounts',
    links: 'From here to',
    verify: 'Verify',
    breaks: 'Breaks with acquirers',
    payouts: 'Payouts to merchants',
    empty: 'Nothing is booked yet',
    hint: 'The first captured payment makes the first entry.',
  },
  ro: {
    about:
      'Soldul fiecărui fel de cont. Ce are fiecare comerciant sau client este adunat aici și listat unul câte unul sub numele lui.',
    upTo: 'La sfârșitul zilei (UTC)',
    asOf: 'La',
    final: 'Definitiv',
    open: 'Se mai poate înregistra',
    balanced: 'Debitele sunt egale cu creditele',
    unbalanced: 'Debitele și creditele diferă: verifică registrele',
    total: 'Împreună',
    accounts: 'Conturi',
    links: 'De aici spre',
    verify: 'Verificare',
    breaks: 'Diferențe față de băncile acceptatoare',
    payouts: 'Viramente către comercianți',
    empty: 'Încă nu este înregistrat nimic',
    hint: 'Prima plată încasată face prima înregistrare.',
  },
} satisfies Texts<unknown>

/** The books at a moment: does everything add up, and how much is where. */
export default function TrialBalance() {
  const t = useTexts(texts)
  const w = useTexts(bookWords)
  const zone = useZoneName()
  const [{ day = '' }, change] = useSearch()
  useTitle(w.books)
  const { data, error, refetch } = useQuery({
    queryKey: ['books', 'trial-balance', day],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/books/trial-balance', { params: { query: day === '' ? {} : { at: day } }, signal })),
  })
  return (
    <>
      <div className="head">
        <div>
          <h1>{w.books}</h1>
          <p className="soft">{t.about}</p>
        </div>
        <div className="actions">
          <Link to={opAt('money', 'entries')}>{w.journal}</Link> <Link to={opAt('money', 'verify')}>{t.verify}</Link>{' '}
          <Link to={opAt('money', 'breaks')}>{t.breaks}</Link> <Link to={opAt('money', 'payouts')}>{t.payouts}</Link>
        </div>
      </div>
      <search className="filters">
        <DayField label={t.upTo} value={day} onChange={(chosen) => change({ day: chosen })} />
      </search>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={8} />
      ) : data.data.length === 0 ? (
        <Empty title={t.empty}>
          <p className="soft">{t.hint}</p>
        </Empty>
      ) : (
        <>
          <p className="meta">
            {t.asOf} <Time at={data.at} /> ({zone}). {data.final ? t.final : t.open}
          </p>
          {data.totals.map((total) => (
            <OneCurrency key={total.currency} of={data} total={total} />
          ))}
        </>
      )}
    </>
  )
}

/** A day of which each digit of the year makes another one takes effect once the year is whole. */
function DayField({ label, value, onChange }: { label: string; value: string; onChange(day: string): void }) {
  const [draft, setDraft] = useState<string>()
  const type = (typed: string) => {
    const isWhole = typed === '' || isDay(typed)
    setDraft(isWhole ? undefined : typed)
    if (isWhole) onChange(typed)
  }
  return <Field name="day" label={label} kind="date" value={draft ?? value} onChange={type} />
}

function OneCurrency({ of, total }: { of: Trial; total: Trial['totals'][number] }) {
  const t = useTexts(texts)
  const w = useTexts(bookWords)
  const words = useTexts(familyWords)
  const { currency, debit, credit, isBalanced } = total
  const rows = of.data.filter((one) => one.currency === currency)
  const amount = (side: 'debit' | 'credit', one: (typeof rows)[number]) =>
    one.side === side && Number(one.amount) !== 0 ? <Money amount={one.amount} currency={currency} /> : ''
  return (
    <Panel
      title={currency}
      actions={<Badge tone={isBalanced ? 'good' : 'bad'}>{isBalanced ? t.balanced : t.unbalanced}</Badge>}
    >
      <SmallTable
        title={currency}
        heads={[w.holds, w.account, w.kind, { end: t.accounts }, { end: w.debit }, { end: w.credit }]}
        rows={[
          ...rows.map((one) => ({
            key: one.family,
            cells: [
              <Link key="words" to={pageOf(one)}>
                {words[one.family] ?? one.family}
              </Link>,
              <code key="name">{one.family}</code>,
              w.kinds[one.kind],
              one.accounts,
              amount('debit', one),
              amount('credit', one),
            ],
          })),
          {
            key: 'total',
            cells: [
              <strong key="total">{t.total}</strong>,
              '',
              '',
              '',
              <strong key="debit">
                <Money amount={debit} currency={currency} />
              </strong>,
              <strong key="credit">
                <Money amount={credit} currency={currency} />
              </strong>,
            ],
          },
        ]}
      />
    </Panel>
  )
}

const pageOf = ({ family, currency }: Trial['data'][number]): string =>
  family.includes('*')
    ? withSearch(opAt('money', 'accounts'), { family })
    : withSearch(opAt('money', 'accounts', family), { currency })
