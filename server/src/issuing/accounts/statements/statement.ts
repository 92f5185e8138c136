import { historyOf, isFinal } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { countDays, type Days, momentsOf } from '#kernel/base/days.ts'
import { add, type Money } from '#kernel/base/money.ts'
import { type Account, ledgerAccountOf, owedAccountOf } from '../account.ts'
import type { AccountsContext } from '../context.ts'
import { refuse } from '../refusals.ts'
import { kindOf, type MovementKind, noMovements } from './movement-kind.ts'

/** One entry of the books that changed the balance. The amount is below zero when money left the account. */
export type Movement = {
  bookedAt: Instant
  kind: MovementKind
  description: string
  /** What the books call the event. */
  reference: string
  amount: Money
  /** The same in the merchant's currency, when it was converted. */
  merchantAmount: Money | undefined
  balance: Money
}

/** What happened on an account in a period. It is made of the books alone, so a final one is the same for ever. */
export type Statement = {
  account: Account
  period: Days
  /** Nothing can be booked in the period any more. */
  isFinal: boolean
  opening: Money
  /** In parts, in the order of booking. The closing balance is the one after the last movement, or else the opening. */
  movements(): AsyncGenerator<readonly Movement[]>
}

export const daysMax = 366
export const movementsMax = 50_000

export async function openStatement(
  { db, clock }: Pick<AccountsContext, 'db' | 'clock'>,
  { account, period }: { account: Account; period: Days },
): Promise<Statement> {
  const now = clock.now()
  checkPeriod(period, now)
  const { from, until } = momentsOf(period)
  const final = await isFinal(db, until, now)
  // What the holder owes is a part of the balance, below zero.
  const accounts = [ledgerAccountOf(account.id), owedAccountOf(account.id)]
  const history = await historyOf(db, { accounts, currency: account.currency, from, until, without: noMovements })
  if (history.count > movementsMax)
    throw refuse('statement_too_long', { field: 'to', count: history.count, most: movementsMax })
  return {
    account,
    period,
    isFinal: final,
    opening: history.before,
    movements: async function* () {
      let balance = history.before
      for await (const part of history.entries())
        yield part.map(({ recipe, reference, postedAt, amount, exchanged }): Movement => {
          balance = add(balance, amount)
          return { bookedAt: postedAt, ...kindOf(recipe), reference, amount, merchantAmount: exchanged, balance }
        })
    },
  }
}

function checkPeriod(period: Days, now: Instant): void {
  const { to, timeZone } = period
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  if (Temporal.PlainDate.compare(to, today) > 0) throw refuse('statement_in_future', { field: 'to', today: `${today}` })
  const days = countDays(period)
  if (days < 1) throw refuse('statement_period_reversed', { field: 'from', to: `${to}` })
  if (days > daysMax) throw refuse('statement_period_too_long', { field: 'from', days, most: daysMax })
}
