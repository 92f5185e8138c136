import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import { readPage } from '#kernel/db/page.ts'
import type { RowOf } from '#kernel/db/row-of.ts'
import type { FeeLine } from './fee-line.ts'
import type { FeeInvoice, FeeInvoiceId, Period } from './invoice.ts'

const invoices = (db: Reader) => db.read.selectFrom('fee_invoices.invoices').selectAll()
type Row = RowOf<typeof invoices>

export const invoiceOf = (row: Row): FeeInvoice => ({
  id: row.id,
  number: row.number,
  merchantId: row.merchant_id,
  currency: row.currency,
  month: row.month,
  attempt: row.attempt,
  creditsId: row.credits_id ?? undefined,
  periodFrom: row.period_from,
  periodUntil: row.period_until,
  seller: row.seller,
  buyer: row.buyer,
  total: money(row.minor, row.currency),
  vatBasisPoints: row.vat_basis_points,
  vat: money(row.vat_minor, row.currency),
  note: row.note ?? undefined,
  issuedBy: row.issued_by,
  issuedAt: row.issued_at,
})

export async function findInvoice(db: Reader, id: FeeInvoiceId): Promise<FeeInvoice | undefined> {
  const row = await invoices(db).where('id', '=', id).executeTakeFirst()
  return row && invoiceOf(row)
}

export async function findInvoiceByNumber(db: Reader, number: string): Promise<FeeInvoice | undefined> {
  const row = await invoices(db).where('number', '=', number).executeTakeFirst()
  return row && invoiceOf(row)
}

/** The credit note that credits an invoice. */
export async function creditNoteOf(db: Reader, id: FeeInvoiceId): Promise<FeeInvoice | undefined> {
  const row = await invoices(db).where('credits_id', '=', id).executeTakeFirst()
  return row && invoiceOf(row)
}

/** The last invoice of a month, which may have been credited. */
export async function lastInvoiceOf(
  db: Reader,
  { merchantId, currency, month }: { merchantId: MerchantId; currency: Currency; month: string },
): Promise<FeeInvoice | undefined> {
  const row = await invoices(db)
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .where('month', '=', month)
    .where('credits_id', 'is', null)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && invoiceOf(row)
}

/** The periods of the invoices of a merchant in a currency: before a month, of this month, and after it. */
export type MadePeriods = { before: Instant | undefined; same: Period | undefined; after: Instant | undefined }

/** By merchant, of those who have an invoice in the currency. `before` is where the last month ends, `after` where the next one begins. */
export async function madePeriods(
  db: Reader,
  { currency, month }: { currency: Currency; month: string },
): Promise<ReadonlyMap<MerchantId, MadePeriods>> {
  const rows = await db.run(
    `select merchant_id as "merchantId",
            max(period_until) filter (where month < $2) as before, min(period_from) filter (where month > $2) as after,
            min(period_from) filter (where month = $2) as from, max(period_until) filter (where month = $2) as until
     from fee_invoices.invoices where currency = $1 and credits_id is null group by merchant_id`,
    [currency, month],
  )
  return new Map(
    (rows as MadeRow[]).map(({ merchantId, before, after, from, until }) => [
      merchantId,
      {
        before: before ?? undefined,
        after: after ?? undefined,
        same: from === null || until === null ? undefined : { from, until },
      },
    ]),
  )
}
type MadeRow = { merchantId: MerchantId } & Record<'before' | 'after' | 'from' | 'until', Instant | null>

/** Newest first. */
export async function listInvoices(
  db: Reader,
  { merchantIds, month }: { merchantIds: readonly MerchantId[] | undefined; month: string | undefined },
  page: { page: number; size: number },
): Promise<{ data: FeeInvoice[]; total: number }> {
  if (merchantIds?.length === 0) return { data: [], total: 0 }
  const { data, total } = await readPage(
    invoices(db)
      .$if(merchantIds !== undefined, (query) => query.where('merchant_id', 'in', merchantIds!))
      .$if(month !== undefined, (query) => query.where('month', '=', month!))
      .orderBy('id', 'desc'),
    page,
  )
  return { data: data.map((row) => invoiceOf(row as Row)), total }
}

export async function linesOfInvoice(db: Reader, { id, currency }: FeeInvoice): Promise<FeeLine[]> {
  const rows = await db.read
    .selectFrom('fee_invoices.lines')
    .selectAll()
    .where('invoice_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    siteId: row.site_id,
    kind: row.kind,
    basisPoints: row.basis_points ?? undefined,
    payments: row.payments,
    base: money(row.base_minor, currency),
    amount: money(row.minor, currency),
  }))
}

/** The last month that the schedule has invoiced. */
export async function lastMonthMade(db: Reader): Promise<string | undefined> {
  const row = await db.read
    .selectFrom('fee_invoices.months')
    .select('month')
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.month
}
