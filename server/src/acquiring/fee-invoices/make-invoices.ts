import { type Author, type MerchantId, workAuthor } from '#core/directory'
import { isFinal } from '#core/ledger'
import type { Money } from '#kernel/base/money.ts'
import { commit, decide, guard, insert, type Write } from '#kernel/db/commit/commit.ts'
import { isolateEach } from '#kernel/db/isolate-failures.ts'
import { billingDetailsOf, buyerOf } from './billing-details.ts'
import type { FeeInvoicesContext, Seller } from './context.ts'
import { feesOfMonth, type Month, type MonthFees } from './fees-of-month.ts'
import { momentsOfMonth } from './invoice.ts'
import { planInvoice, totalOf } from './issue-invoice.ts'
import { refuse } from './refusals.ts'
import { creditNoteOf, lastInvoiceOf, lastMonthMade } from './store.ts'

export type MadeInvoices = {
  month: string
  numbers: readonly string[]
  /** Who paid fees and has no billing details: no invoice is made for them. */
  withoutDetails: readonly MerchantId[]
}

/**
 * Invoices every month that is over since the last one that was invoiced, or else the month before this one. Runs every
 * day, and does nothing on most; without a seller it does nothing at all. A merchant whose month fails waits with its later
 * months, and keeps those of no other: they are looked at again every day until the month is whole.
 */
export async function makeDueInvoices(ctx: FeeInvoicesContext): Promise<void> {
  const { db, clock, seller } = ctx
  if (!seller) return
  const each = isolateEach()
  const behind = new Set<string>()
  let isWhole = true
  for (const month of monthsToMake(await lastMonthMade(db), await finalMonth(ctx, seller))) {
    const fees = (await feesOfMonth(ctx, { month, seller })).filter((one) => !behind.has(ofOne(one)))
    isWhole = (await each.attempt(() => makeDueMonth(ctx, { month, seller, fees, behind }))) === 'made' && isWhole
    if (!isWhole) continue
    const now = clock.now()
    const row = insert('fee_invoices.months', { month, made_at: now }, { onDuplicate: { months_month_key: 'stale' } })
    await commit(ctx, now, [row], 'make-invoices')
  }
  each.finish()
}

type DueMonth = Month & { fees: readonly MonthFees[]; behind: Set<string> }

async function makeDueMonth(ctx: FeeInvoicesContext, { month, seller, fees, behind }: DueMonth): Promise<'made'> {
  const making = { month, seller, by: workAuthor('fee invoices'), failed: (one: MonthFees) => behind.add(ofOne(one)) }
  const { numbers, withoutDetails } = await makeMonth(ctx, making, fees)
  if (withoutDetails.length > 0)
    ctx.log.warn({ month, merchants: withoutDetails }, 'no fee invoices are made of merchants without billing details')
  ctx.log.info({ month, invoices: numbers.length }, 'fee invoices are made')
  return 'made'
}

/** A merchant in a currency. */
const ofOne = ({ merchantId, currency }: MonthFees): string => `${merchantId} ${currency}`

/** The seller, when this month is over. Refuses with `fee_invoice_seller_missing` and `fee_invoice_month`. */
export async function sellerOfMonth(ctx: FeeInvoicesContext, month: string): Promise<Seller> {
  const { seller } = ctx
  if (!seller) throw refuse('fee_invoice_seller_missing')
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) || month > (await finalMonth(ctx, seller)))
    throw refuse('fee_invoice_month', { field: 'month' })
  return seller
}

/** The last month in which nothing can be booked any more. */
async function finalMonth({ db, clock }: FeeInvoicesContext, { timeZone }: Seller): Promise<string> {
  const now = clock.now()
  const before = now.toZonedDateTimeISO(timeZone).toPlainDate().toPlainYearMonth().subtract({ months: 1 })
  const { until } = momentsOfMonth(before.toString(), timeZone)
  return ((await isFinal(db, until, now)) ? before : before.subtract({ months: 1 })).toString()
}

function* monthsToMake(last: string | undefined, through: string): Generator<string> {
  const next = last === undefined ? through : Temporal.PlainYearMonth.from(last).add({ months: 1 }).toString()
  for (let month = next; month <= through; month = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString())
    yield month
}

type Making = Month & { by: Author; alongside?: readonly Write[]; failed?: (one: MonthFees) => void }

/** What the invoices that `makeMonth` would make now are for. */
export async function missingInvoices(
  ctx: FeeInvoicesContext,
  month: string,
  fees: readonly MonthFees[],
): Promise<{ merchantId: MerchantId; total: Money }[]> {
  const missing: { merchantId: MerchantId; total: Money }[] = []
  for (const { merchantId, currency, lines } of fees) {
    if ((await attemptAt(ctx, { merchantId, currency, month })) === undefined) continue
    if (await billingDetailsOf(ctx, merchantId)) missing.push({ merchantId, total: totalOf(lines, currency) })
  }
  return missing
}

/**
 * Invoices what is not invoiced yet. `alongside` is in the first commit, and returned when there was none. A merchant whose
 * invoice cannot be made keeps none back; in the end that fails the month, and what is missing is made the next time.
 */
export async function makeMonth(
  ctx: FeeInvoicesContext,
  { alongside = [], failed = () => {}, ...making }: Making,
  fees: readonly MonthFees[],
): Promise<MadeInvoices & { left: readonly Write[] }> {
  const numbers: string[] = []
  const withoutDetails = new Set<MerchantId>()
  let left = alongside
  const each = isolateEach()
  for (const one of fees) {
    const done = await each.attempt(async () => ({ made: await makeOne(ctx, { ...making, ...one, alongside: left }) }))
    const made = done?.made
    if (!done) failed(one)
    else if (made === 'no details') withoutDetails.add(one.merchantId)
    else if (made !== undefined) {
      numbers.push(made)
      left = []
    }
  }
  each.finish()
  const without = [...withoutDetails].toSorted((one, other) => one - other)
  return { month: making.month, numbers, withoutDetails: without, left }
}

type One = Making & MonthFees & { alongside: readonly Write[] }

/** Returns its number, or nothing when the month has an invoice that stands. */
const makeOne = (ctx: FeeInvoicesContext, one: One): Promise<string | 'no details' | undefined> =>
  decide(async () => {
    const { db, clock } = ctx
    const { merchantId, currency, month, seller, period, lines, by, alongside } = one
    const now = clock.now()
    const attempt = await attemptAt(ctx, one)
    if (attempt === undefined) return undefined
    const details = await billingDetailsOf(ctx, merchantId)
    if (!details) return 'no details'
    const { writes, number } = await planInvoice(db, now, seller.timeZone, {
      merchantId,
      currency,
      month,
      attempt,
      creditsId: undefined,
      period,
      seller,
      buyer: buyerOf(details),
      vatBasisPoints: details.vatBasisPoints,
      note: details.note ?? undefined,
      lines,
      issuedBy: by.actor,
    })
    const unchanged = guard('fee_invoices.billing_details', { id: BigInt(merchantId), version: details.version })
    await commit(ctx, now, [unchanged, ...writes, ...alongside], 'make-invoices')
    return number
  })

/** Which one the next invoice of a month would be, from 1; undefined: it has one that was not credited. */
async function attemptAt(
  { db }: FeeInvoicesContext,
  { merchantId, currency, month }: Pick<MonthFees, 'merchantId' | 'currency'> & { month: string },
): Promise<number | undefined> {
  const last = await lastInvoiceOf(db, { merchantId, currency, month })
  if (last && !(await creditNoteOf(db, last.id))) return undefined
  return (last?.attempt ?? 0) + 1
}
