import { pendingOutflows, unsettledEarnings } from '#acquiring/payments'
import type { MerchantId, SiteId } from '#core/directory'
import { accounts, balances } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import { StaleWrite } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { earnedLater } from './store.ts'

/** What a merchant is owed in a currency. */
export type Counted = {
  /** Below zero, the merchant owes it. */
  payable: Money
  /** Earned by payments whose batch is not closed, or not long enough. What a payment takes is not in it: it counts at once. */
  pending: Money
  /** Refunds, cancellations and payouts to cards that are requested and not booked yet. */
  outflows: Money
  /** What can be paid out; never below zero. */
  available: Money
  disputed: Money
  reserve: Money
  onItsWay: Money
}

type Input = { merchantId: MerchantId; siteIds: readonly SiteId[]; currency: Currency; now: Instant }

/**
 * Counts what a merchant is owed. No balance is stored for this: a payout is decided while the merchant is locked
 * (`db.locked`), so that no two rely on the same money. New money is available when its batch has been closed for the days
 * of the terms; what goes out is deducted at once, also by a payment that costs more than it brings.
 *
 * What is read beside the ledger is read before and after it; throws `StaleWrite` when it changed meanwhile, for then a
 * cancelled payment might be counted in one and not in the other.
 */
export async function countMoney(db: Db, input: Input): Promise<Counted> {
  const { merchantId, currency } = input
  const before = await readBeside(db, input)
  const booked = await balances(db, `merchant:${merchantId}:`)
  const after = await readBeside(db, input)
  if (before.digest !== after.digest)
    throw new StaleWrite(`payments of merchant ${merchantId} changed while they were counted`)
  const on = (account: string): bigint =>
    -(booked.find((one) => one.account === account && one.currency === currency)?.minor ?? 0n)
  const payable = on(accounts.merchantPayable(merchantId))
  const left = payable - before.pending - before.outflows
  const inCurrency = (minor: bigint) => money(minor, currency)
  return {
    payable: inCurrency(payable),
    pending: inCurrency(before.pending),
    outflows: inCurrency(before.outflows),
    available: inCurrency(left > 0n ? left : 0n),
    disputed: inCurrency(on(accounts.merchantDisputed(merchantId))),
    reserve: inCurrency(on(accounts.merchantReserve(merchantId))),
    onItsWay: inCurrency(on(accounts.merchantPayout(merchantId))),
  }
}

async function readBeside(db: Db, input: Input): Promise<{ digest: string; pending: bigint; outflows: bigint }> {
  const { merchantId, currency } = input
  const [outflows, unsettled, later] = await Promise.all([
    pendingOutflows(db, merchantId, currency),
    unsettledEarnings(db, input),
    earnedLater(db, input),
  ])
  return {
    digest: `${outflows.ids} | ${unsettled.digest} | ${later}`,
    pending: unsettled.minor + later,
    outflows: outflows.minor,
  }
}

/** The currencies in which anything was ever booked for a merchant. */
export async function currenciesOf(db: Db, merchantId: MerchantId): Promise<Currency[]> {
  const booked = await balances(db, `merchant:${merchantId}:`)
  return [...new Set(booked.map(({ currency }) => currency))].toSorted()
}
