import { merchantCurrencies } from '#acquiring/ids'
import type { MerchantId } from '#core/directory'
import { firstBookedAt, owedAccounts } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { FeeInvoicesContext, Seller } from './context.ts'
import { countFees } from './count-fees.ts'
import type { FeeLine } from './fee-line.ts'
import { momentsOfMonth, type Period } from './invoice.ts'
import { type MadePeriods, madePeriods } from './store.ts'

export type Month = { month: string; seller: Seller }

/** The fees of a merchant in a month, in one currency. */
export type MonthFees = { merchantId: MerchantId; currency: Currency; period: Period; lines: readonly FeeLine[] }

/** In the order in which they are invoiced: by currency, then by merchant. */
export async function feesOfMonth(ctx: FeeInvoicesContext, month: Month): Promise<MonthFees[]> {
  const all: MonthFees[] = []
  for (const currency of merchantCurrencies) {
    const fees = await feesIn(ctx, { ...month, currency })
    all.push(...fees.toSorted((one, other) => one.merchantId - other.merchantId))
  }
  return all
}

/**
 * The period of a merchant begins where the last one that was made for it in the currency ended, the first one with its
 * first entry, and ends with the month: so each fee is in one invoice, whatever the time zone of the seller was then and
 * is today.
 */
async function feesIn(
  { db }: FeeInvoicesContext,
  { month, seller, currency }: Month & { currency: Currency },
): Promise<MonthFees[]> {
  const calendar = momentsOfMonth(month, seller.timeZone)
  const made = await madePeriods(db, { currency, month })
  const floor = earliest([calendar.from, lastEnd(made), ...[...made.values()].map(({ same }) => same?.from)])
  const until = latest([calendar.until, ...[...made.values()].map(({ same }) => same?.until)])
  const within = (from: Instant, one: MadePeriods | undefined): Period =>
    one?.same ?? { from: one?.before ?? from, until: earliest([calendar.until, one?.after]) }
  const paid = await countFees(db, { currency, from: floor, until }, (id) => within(floor, made.get(id)))
  const periods = new Map<MerchantId, Period>()
  for (const merchantId of paid.keys()) {
    const one = made.get(merchantId)
    const first = one ? calendar.from : await beginOf(db, { merchantId, currency, seller, calendar })
    periods.set(merchantId, within(first, one))
  }
  // Those whose period begins before all that was made: they had no invoice of the months between.
  const longer = [...periods].filter(([, { from }]) => Temporal.Instant.compare(from, floor) < 0)
  const more =
    longer.length === 0
      ? new Map<MerchantId, readonly FeeLine[]>()
      : await countFees(
          db,
          { currency, from: earliest(longer.map(([, { from }]) => from)), until },
          (id) => longer.find(([merchantId]) => merchantId === id)?.[1],
        )
  return [...periods].map(([merchantId, period]) => ({
    merchantId,
    currency,
    period,
    lines: more.get(merchantId) ?? paid.get(merchantId)!,
  }))
}

/** The beginning of the month of a merchant's first entry, when nothing of it was ever invoiced. */
async function beginOf(
  db: FeeInvoicesContext['db'],
  {
    merchantId,
    currency,
    seller: { timeZone },
    calendar,
  }: { merchantId: MerchantId; currency: Currency; seller: Seller; calendar: Period },
): Promise<Instant> {
  const first = await firstBookedAt(db, { accounts: owedAccounts(merchantId), currency })
  if (!first) return calendar.from
  const month = first.toZonedDateTimeISO(timeZone).toPlainDate().toPlainYearMonth().toString()
  return earliest([calendar.from, momentsOfMonth(month, timeZone).from])
}

/** The end of the newest invoice of any merchant before this month. */
function lastEnd(made: ReadonlyMap<MerchantId, MadePeriods>): Instant | undefined {
  const ends = [...made.values()].flatMap(({ before }) => before ?? [])
  return ends.length === 0 ? undefined : latest(ends)
}

const earliest = (moments: readonly (Instant | undefined)[]): Instant => sorted(moments)[0]!
const latest = (moments: readonly (Instant | undefined)[]): Instant => sorted(moments).at(-1)!
const sorted = (moments: readonly (Instant | undefined)[]): Instant[] =>
  moments.filter((moment) => moment !== undefined).toSorted(Temporal.Instant.compare)
