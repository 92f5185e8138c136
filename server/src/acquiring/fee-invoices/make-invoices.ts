import { merchantCurrencies } from '#acquiring/ids'
import { type Author, auditEntry, type MerchantId, platformOwner, workAuthor } from '#core/directory'
import { isFinal } from '#core/ledger'
import type { Currency } from '#kernel/base/money.ts'
import { commit, decide, guard, insert } from '#kernel/db/commit/commit.ts'
import { billingDetailsOf, buyerOf } from './billing-details.ts'
import type { FeeInvoicesContext, Seller } from './context.ts'
import { countFees } from './count-fees.ts'
import type { FeeLine } from './fee-line.ts'
import { momentsOfMonth } from './invoice.ts'
import { planInvoice } from './issue-invoice.ts'
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
 * day, and does nothing on most; without a seller it does nothing at all.
 */
export async function makeDueInvoices(ctx: FeeInvoicesContext): Promise<void> {
  const { db, clock, log, seller } = ctx
  if (!seller) return
  for (const month of monthsToMake(await lastMonthMade(db), finalMonth(ctx, seller))) {
    const { numbers, withoutDetails } = await makeMonth(ctx, { month, seller, by: workAuthor('fee invoices') })
    if (withoutDetails.length > 0)
      log.warn({ month, merchants: withoutDetails }, 'no fee invoices are made of merchants without billing details')
    log.info({ month, invoices: numbers.length }, 'fee invoices are made')
    const now = clock.now()
    const row = insert('fee_invoices.months', { month, made_at: now }, { onDuplicate: { months_month_key: 'stale' } })
    await commit(ctx, now, [row], 'make-invoices')
  }
}

/** Makes those of a month that are not there yet, by hand: after billing details were set, or an invoice was credited. */
export async function makeInvoicesByHand(
  ctx: FeeInvoicesContext,
  { by, month }: { by: Author; month: string },
): Promise<MadeInvoices> {
  const { seller } = ctx
  if (!seller) throw refuse('fee_invoice_seller_missing')
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) || month > finalMonth(ctx, seller))
    throw refuse('fee_invoice_month', { field: 'month' })
  const made = await makeMonth(ctx, { month, seller, by })
  const now = ctx.clock.now()
  const entry = auditEntry(now, by, {
    action: 'feeInvoicesMade',
    owner: platformOwner,
    subject: { type: 'feeInvoice' },
    after: { month, invoices: made.numbers.length },
  })
  await commit(ctx, now, [entry], 'make-invoices')
  return made
}

/** The last month in which nothing can be booked any more. */
function finalMonth({ clock }: FeeInvoicesContext, { timeZone }: Seller): string {
  const now = clock.now()
  const before = now.toZonedDateTimeISO(timeZone).toPlainDate().toPlainYearMonth().subtract({ months: 1 })
  const { until } = momentsOfMonth(before.toString(), timeZone)
  return (isFinal(until, now) ? before : before.subtract({ months: 1 })).toString()
}

function* monthsToMake(last: string | undefined, through: string): Generator<string> {
  const next = last === undefined ? through : Temporal.PlainYearMonth.from(last).add({ months: 1 }).toString()
  for (let month = next; month <= through; month = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString())
    yield month
}

type Making = { month: string; seller: Seller; by: Author }

async function makeMonth(ctx: FeeInvoicesContext, making: Making): Promise<MadeInvoices> {
  const { month, seller } = making
  const numbers: string[] = []
  const withoutDetails = new Set<MerchantId>()
  for (const currency of merchantCurrencies) {
    const fees = await countFees(ctx.db, { currency, ...momentsOfMonth(month, seller.timeZone) })
    for (const [merchantId, lines] of [...fees].toSorted(([one], [other]) => one - other)) {
      const made = await makeOne(ctx, { ...making, merchantId, currency, lines })
      if (made === 'no details') withoutDetails.add(merchantId)
      else if (made !== undefined) numbers.push(made)
    }
  }
  return { month, numbers, withoutDetails: [...withoutDetails].toSorted((one, other) => one - other) }
}

type One = Making & { merchantId: MerchantId; currency: Currency; lines: readonly FeeLine[] }

/** Returns its number, or nothing when the month has an invoice that stands. */
const makeOne = (ctx: FeeInvoicesContext, one: One): Promise<string | 'no details' | undefined> =>
  decide(async () => {
    const { db, clock } = ctx
    const { merchantId, currency, month, seller, lines, by } = one
    const now = clock.now()
    const last = await lastInvoiceOf(db, { merchantId, currency, month })
    if (last && !(await creditNoteOf(db, last.id))) return undefined
    const details = await billingDetailsOf(ctx, merchantId)
    if (!details) return 'no details'
    const { writes, number } = await planInvoice(db, now, seller.timeZone, {
      merchantId,
      currency,
      month,
      attempt: (last?.attempt ?? 0) + 1,
      creditsId: undefined,
      period: momentsOfMonth(month, seller.timeZone),
      seller,
      buyer: buyerOf(details),
      vatBasisPoints: details.vatBasisPoints,
      note: details.note ?? undefined,
      lines,
      issuedBy: by.actor,
    })
    const unchanged = guard('fee_invoices.billing_details', { id: BigInt(merchantId), version: details.version })
    await commit(ctx, now, [unchanged, ...writes], 'make-invoices')
    return number
  })
