import { pendingOutflows } from '#acquiring/payments'
import type { MerchantId } from '#core/directory'
import { accounts, balances } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import { StaleWrite } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { waitingOf } from './earnings.ts'

/** What a merchant is owed in a currency. */
export type Counted = {
  /** All of it, whether or not it is available. Below zero, the merchant owes it. */
  payable: Money
  /** The part that waits: earned by payments whose batch is not closed, or not long enough. */
  pending: Money
  /** The part of it whose batch is closed: today's terms do not open it. */
  closed: Money
  /** Refunds, cancellations and payouts to cards that are requested and not booked yet. */
  outflows: Money
  /** What can be paid out; never below zero. */
  available: Money
  /** Money that was earned before an update is still to be moved to where it waits; nothing is available until it is. */
  isMoving: boolean
  disputed: Money
  reserve: Money
  onItsWay: Money
}

type Input = { merchantId: MerchantId; currency: Currency; now: Instant }

/**
 * Counts what a merchant is owed. Available is a balance, what is owed and does not wait, less what is about to leave. No row keeps
 * it: a payout is decided while the merchant is locked (`db.locked`), so that no two rely on the same money. Waiting money takes part
 * in nothing until it is released, and outflows count at once.
 *
 * Outflows, and what waits in closed batches, are read before and after the ledger; throws `StaleWrite` when they changed
 * meanwhile, for then a refund might be counted in both or in neither.
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
  const [payable, pending] = [on(accounts.merchantPayable(merchantId)), on(accounts.merchantPending(merchantId))]
  const { outflows, isMoving, closedMinor } = before
  // What waits of a payment that is being cancelled leaves with it: it is an outflow, and waits for nothing.
  const left = payable + outflows.waitingMinor - outflows.minor
  const inCurrency = (minor: bigint) => money(minor, currency)
  return {
    payable: inCurrency(payable + pending),
    pending: inCurrency(pending - outflows.waitingMinor),
    closed: inCurrency(closedMinor),
    outflows: inCurrency(outflows.minor),
    available: inCurrency(left > 0n && !isMoving ? left : 0n),
    isMoving,
    disputed: inCurrency(on(accounts.merchantDisputed(merchantId))),
    reserve: inCurrency(on(accounts.merchantReserve(merchantId))),
    onItsWay: inCurrency(on(accounts.merchantPayout(merchantId))),
  }
}

async function readBeside(db: Db, input: Input) {
  const [outflows, { isMoving, minor: closedMinor }] = await Promise.all([
    pendingOutflows(db, input.merchantId, input.currency),
    waitingOf(db, input),
  ])
  const digest = `${outflows.ids} | ${outflows.waitingMinor} | ${isMoving} | ${closedMinor}`
  return { digest, outflows, isMoving, closedMinor }
}

/** The currencies in which anything was ever booked for a merchant. */
export async function currenciesOf(db: Db, merchantId: MerchantId): Promise<Currency[]> {
  const booked = await balances(db, `merchant:${merchantId}:`)
  return [...new Set(booked.map(({ currency }) => currency))].toSorted()
}
