import { paidBy } from '#acquiring/payments'
import type { MerchantId, SiteId } from '#core/directory'
import { accounts, type BookedEntry, creditedBy, historyOf, isFinal, owedAccounts } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { countDays, type Days, momentsOf } from '#kernel/base/days.ts'
import { add, type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import type { StatementsContext } from './context.ts'
import { hasFee, kindOf, kindOfShare, type MovementKind, noMovements } from './movement-kind.ts'
import { refuse } from './refusals.ts'

/** One entry of the books that changed what a merchant is owed. Amounts are below zero when the merchant is owed less. */
export type Movement = {
  bookedAt: Instant
  kind: MovementKind
  description: string
  /** What the books call the event, such as `payment 1001`. */
  reference: string
  /** Of the merchant's own payments. */
  siteId: SiteId | undefined
  gross: Money
  /** Below zero when it was taken, above when it was returned. */
  fee: Money
  /** Gross and fee together: what the balance changed by. */
  net: Money
  balance: Money
}

/** What happened to a merchant's balance in a period. It is made of the books alone, so a final one is the same for ever. */
export type Statement = {
  merchantId: MerchantId
  currency: Currency
  period: Days
  /** Nothing can be booked in the period any more. */
  isFinal: boolean
  opening: Money
  /** At the end of the period, beside the balance. */
  aside: { disputed: Money; reserve: Money; onItsWay: Money }
  /** In parts, in the order of booking. The closing balance is the one after the last movement, or else the opening. */
  movements(): AsyncGenerator<readonly Movement[]>
}

export type StatementInput = { merchantId: MerchantId; currency: Currency; period: Days }

const daysMax = 366

/**
 * The statement of what a merchant is owed, whether or not it is available yet, from the first of the days to the last.
 * That money has become available changes nothing of it.
 */
export async function openStatement(
  { db, clock }: Pick<StatementsContext, 'db' | 'clock'>,
  { merchantId, currency, period }: StatementInput,
  { movementsMax = 250_000 } = {},
): Promise<Statement> {
  const now = clock.now()
  checkDays(period, now)
  const { from, until } = momentsOf(period)
  const owed = owedAccounts(merchantId)
  const final = await isFinal(db, until, now)
  const atEnd = async (account: string): Promise<Money> =>
    (await historyOf(db, { accounts: [account], currency, from: until, until })).before
  const [history, disputed, reserve, onItsWay] = await Promise.all([
    historyOf(db, { accounts: owed, currency, from, until, without: noMovements }),
    atEnd(accounts.merchantDisputed(merchantId)),
    atEnd(accounts.merchantReserve(merchantId)),
    atEnd(accounts.merchantPayout(merchantId)),
  ])
  if (history.count > movementsMax)
    throw refuse('statement_movements_too_many', { field: 'to', count: history.count, most: movementsMax })
  return {
    merchantId,
    currency,
    period,
    isFinal: final,
    opening: history.before,
    aside: { disputed, reserve, onItsWay },
    movements: async function* () {
      let balance = history.before
      for await (const part of history.entries())
        yield (await withFees(db, merchantId, part)).map((movement): Movement => {
          balance = add(balance, movement.net)
          return { ...movement, balance }
        })
    },
  }
}

/** A period that a statement or a report may have: it is over or under way, and not too long. */
export function checkDays(period: Days, now: Instant): void {
  const { to, timeZone } = period
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  if (Temporal.PlainDate.compare(to, today) > 0)
    throw refuse('statement_days_in_future', { field: 'to', today: `${today}` })
  const days = countDays(period)
  if (days < 1) throw refuse('statement_days_reversed', { field: 'from', to: `${to}` })
  if (days > daysMax) throw refuse('statement_days_too_many', { field: 'from', days, most: daysMax })
}

/** What each entry is to the merchant, and which part of it is the fee. */
async function withFees(
  db: Db,
  merchantId: MerchantId,
  entries: readonly BookedEntry[],
): Promise<Omit<Movement, 'balance'>[]> {
  const [fees, payments] = await Promise.all([
    feesIn(db, entries),
    paidBy(
      db,
      entries.map(({ reference }) => reference),
    ),
  ])
  return entries.map(({ id, recipe, reference, postedAt, amount }) => {
    const payment = payments.get(reference)
    const isOthers = payment !== undefined && payment.merchantId !== merchantId
    const feeMinor = isOthers || !hasFee(recipe) ? 0n : -(fees.get(id) ?? 0n)
    return {
      bookedAt: postedAt,
      ...(isOthers ? kindOfShare(amount.minor) : kindOf(recipe)),
      reference,
      siteId: isOthers ? undefined : payment?.siteId,
      gross: money(amount.minor - feeMinor, amount.currency),
      fee: money(feeMinor, amount.currency),
      net: amount,
    }
  })
}

/** What we have earned by each entry. */
const feesIn = async (db: Db, entries: readonly BookedEntry[]): Promise<ReadonlyMap<bigint, bigint>> =>
  entries.length === 0
    ? new Map()
    : creditedBy(db, {
        entryIds: entries.map(({ id }) => id),
        account: accounts.feeIncome,
        currency: entries[0]!.amount.currency,
      })
