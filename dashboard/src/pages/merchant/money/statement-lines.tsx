import type { Reply } from '../../../api/client.ts'
import { useLanguage, useTexts } from '../../../i18n/language.tsx'
import { Money, useMoney } from '../../../parts/money.tsx'
import { sumOf } from '../../../parts/sums.ts'
import { Day, formatTime, Time } from '../../../parts/time.tsx'
import { useScope } from '../../../shell/scope.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Facts, Panel } from '../../../ui/facts.tsx'
import { Link } from '../../../ui/link.tsx'
import { writeRange } from '../../../ui/list/filter.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import { at, withSearch } from '../../../urls.ts'
import { texts } from './statement-texts.ts'

export type Statement = Extract<Reply<'getMerchantStatement'>, { openingBalance: string }>

/** From the opening balance to the closing one, line by line; each leads to what it adds up. */
export function Proof({ statement }: { statement: Statement }) {
  const t = useTexts(texts)
  const format = useMoney()
  const { language } = useLanguage()
  const { currency, from, to, openingBalance, closingBalance, totals, final } = statement
  const toList = useLists(statement)
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  const day = (on: string) => formatTime(language, 'UTC', on, 'day')
  const fee = sumOf(totals.map((total) => total.fee))
  const lines = [
    ...totals.map(({ kind, count, gross }) => ({ kind, name: t.kinds[kind], count: String(count), amount: gross })),
    ...(totals.length > 0 ? [{ kind: 'fees' as const, name: t.fees, count: '', amount: fee }] : []),
  ]
  const sum = sumOf([openingBalance, ...lines.map(({ amount }) => amount)])
  const agrees = sum === closingBalance
  return (
    <Panel title={t.proof}>
      <SmallTable
        title={t.proof}
        heads={[t.line, { end: t.count }, { end: t.amount }]}
        rows={[
          { key: 'opening', cells: [t.opening(day(from)), '', money(openingBalance)] },
          ...lines.map(({ kind, name, count, amount }) => {
            const to = toList[kind]
            return {
              key: kind,
              cells: [
                to === undefined ? (
                  name
                ) : (
                  <Link key="name" to={to}>
                    {name}
                  </Link>
                ),
                count,
                money(amount),
              ],
            }
          }),
          {
            key: 'closing',
            cells: [
              <strong key="name">{final ? t.closing(day(to)) : t.closingNow}</strong>,
              '',
              <strong key="amount">{money(closingBalance)}</strong>,
            ],
          },
        ]}
      />
      <p>
        <Badge tone={agrees ? 'good' : 'bad'}>{agrees ? t.equal : t.unequal}</Badge>{' '}
        {agrees ? t.agrees : t.differs(format(sum, currency))}
      </p>
      <p className="soft">{t.books}</p>
      <p>
        <Badge tone={final ? 'good' : 'wait'}>{final ? t.final : t.notFinal}</Badge> {final ? t.never : t.still}
      </p>
    </Panel>
  )
}

/** Where the things of a line are listed: what was made in the days of the statement, and came to what the line says. */
function useLists({ from, to, currency }: Statement): Partial<Record<string, string>> {
  const { scope } = useScope()
  const payments = (type: string, status?: string) =>
    withSearch(at(scope, 'payments'), {
      status: status ?? '',
      type,
      created: writeRange({ from, to }),
      currency,
    })
  const payouts = withSearch(at(scope, 'money', 'payouts'), { created: writeRange({ from, to }), currency })
  return {
    capture: payments('deposit', 'captured,disputed,chargedBack,cancelling,cancelled,refunded,captureFailed'),
    cancellation: payments('deposit', 'cancelled'),
    captureFailure: payments('capture-failure'),
    refund: payments('refund'),
    cardPayout: payments('credit'),
    chargeback: payments('chargeback'),
    representment: payments('representment'),
    payout: payouts,
    payoutReturned: payouts,
    fees: at(scope, 'money', 'invoices'),
  }
}

export function Aside({ statement }: { statement: Statement }) {
  const t = useTexts(texts)
  const { currency, disputed, reserve, onItsWay } = statement
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  return (
    <Panel title={t.aside}>
      <Facts
        of={[
          [t.onItsWay, money(onItsWay)],
          [t.reserve, money(reserve)],
          [t.disputed, money(disputed)],
        ]}
      />
    </Panel>
  )
}

const shownMax = 100

export function Movements({ statement: { movements, currency } }: { statement: Statement }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { scope } = useScope()
  const money = (amount: string) => <Money amount={amount} currency={currency} />
  const number = new Intl.NumberFormat(language)
  if (movements.length === 0) return <p className="soft">{t.none}</p>
  const linkOf = (reference: string) => {
    const payment = /^payment (\d+)/.exec(reference)?.[1]
    const payout = /payout (\d+)/.exec(reference)?.[1]
    if (payment) return at(scope, 'payments', payment)
    return payout && at(scope, 'money', 'payouts', payout)
  }
  return (
    <Panel title={t.movements}>
      {movements.length > shownMax && (
        <p className="soft">{t.more(number.format(shownMax), number.format(movements.length))}</p>
      )}
      <SmallTable
        title={t.movements}
        heads={[t.when, t.what, { end: t.gross }, { end: t.fee }, { end: t.net }, { end: t.balance }]}
        rows={movements
          .slice(-shownMax)
          .toReversed()
          .map((one, index) => {
            const to = linkOf(one.reference)
            const name = `${t.kinds[one.kind]} · ${one.reference}`
            return {
              key: `${one.reference} ${one.kind} ${index}`,
              cells: [
                <Time key="at" at={one.bookedAt} />,
                to ? (
                  <Link key="what" to={to}>
                    {name}
                  </Link>
                ) : (
                  name
                ),
                money(one.gross),
                money(one.fee),
                money(one.net),
                money(one.balance),
              ],
            }
          })}
      />
    </Panel>
  )
}

/** `1–22 Nov 2026` is what the files are of. */
export const Period = ({ statement: { from, to } }: { statement: Statement }) => (
  <>
    <Day on={from} />
    {' – '}
    <Day on={to} />
  </>
)
