import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { add, type Currency, type Money, negate, zero } from '#kernel/base/money.ts'
import { insert, type Ref, ref, update, type Write } from '#kernel/db/commit/commit.ts'
import { type Db, jsonb } from '#kernel/db/db.ts'
import type { Seller } from './context.ts'
import type { FeeLine } from './fee-line.ts'
import { type FeeInvoiceId, numberOf, type Party, vatIn } from './invoice.ts'

type NewInvoice = {
  merchantId: MerchantId
  currency: Currency
  month: string
  attempt: number
  creditsId: FeeInvoiceId | undefined
  period: { from: Instant; until: Instant }
  seller: Party
  buyer: Party
  vatBasisPoints: number
  note: string | undefined
  lines: readonly FeeLine[]
  issuedBy: string
}

/**
 * The writes that issue an invoice or a credit note under the next number of its year. Who takes a number says which was
 * the last: of two at once, one reads again, and no number is left out. The month of an attempt is invoiced once.
 */
export async function planInvoice(
  db: Db,
  now: Instant,
  timeZone: string,
  input: NewInvoice,
): Promise<{ writes: Write[]; number: string; invoice: Ref }> {
  const { year } = now.toZonedDateTimeISO(timeZone)
  const last = await lastNumberOf(db, year)
  const sequence = (last ?? 0) + 1
  const invoice = ref('invoice')
  const number = numberOf(year, sequence)
  const total = totalOf(input.lines, input.currency)
  const row = {
    number,
    year,
    sequence,
    merchant_id: input.merchantId,
    currency: input.currency,
    month: input.month,
    attempt: input.attempt,
    credits_id: input.creditsId ?? null,
    period_from: input.period.from,
    period_until: input.period.until,
    seller: jsonb(partyOf(input.seller)),
    buyer: jsonb(input.buyer),
    minor: total.minor,
    vat_basis_points: input.vatBasisPoints,
    vat_minor: vatIn(total, input.vatBasisPoints).minor,
    note: input.note ?? null,
    issued_by: input.issuedBy,
    issued_at: now,
  }
  const writes: Write[] = [
    last === undefined
      ? insert('fee_invoices.series', { year, last_number: 1 }, { onDuplicate: { series_pkey: 'stale' } })
      : update('fee_invoices.series', { set: { last_number: sequence }, where: { year, last_number: last } }),
    insert('fee_invoices.invoices', row, {
      as: invoice,
      onDuplicate: {
        invoiced_once: 'stale',
        invoices_credits_id_key: 'stale',
        invoices_number_key: 'stale',
        invoices_year_sequence_key: 'stale',
      },
    }),
    insert(
      'fee_invoices.lines',
      input.lines.map(({ siteId, kind, basisPoints, payments, base, amount }) => ({
        invoice_id: invoice,
        site_id: siteId,
        kind,
        basis_points: basisPoints ?? null,
        payments,
        base_minor: base.minor,
        minor: amount.minor,
      })),
    ),
  ]
  return { writes, number, invoice }
}

async function lastNumberOf(db: Db, year: number): Promise<number | undefined> {
  const row = await db.read
    .selectFrom('fee_invoices.series')
    .select('last_number as last')
    .where('year', '=', year)
    .executeTakeFirst()
  return row?.last
}

/** What an invoice of these lines is for; the VAT is in it. */
export const totalOf = (lines: readonly FeeLine[], currency: Currency): Money =>
  lines.reduce((sum, { amount }) => add(sum, amount), zero(currency))

/** Without the time zone, which no invoice shows as the seller's. */
const partyOf = ({ name, address, country, vatId }: Party | Seller): Party => ({ name, address, country, vatId })

/** The lines of the credit note that credits an invoice as a whole. */
export const creditedLines = (lines: readonly FeeLine[]): FeeLine[] =>
  lines.map((line) => ({ ...line, amount: negate(line.amount) }))
