import type { Selectable } from 'kysely'
import type { DepositId } from '#issuing/deposits'
import type { HolderId, TopupId } from '#issuing/ids'
import { money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type Page, readPage } from '#kernel/db/page.ts'
import { readQuantity } from '#kernel/db/quantity.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { CryptoOrder, Quote, QuoteId, Receipt } from './quote.ts'
import type { ReceiptStatus } from './receipt-states.ts'

const quotes = (db: Reader) =>
  db.read
    .selectFrom('topups.quotes as q')
    .select(['q.id', 'q.holder_id as holderId', 'q.asset_id as assetId', 'q.input_type as inputType', 'q.currency'])
    .select(['q.minor', 'q.fee_minor as feeMinor', 'q.quantity', 'q.rate_numerator as numerator'])
    .select(['q.rate_denominator as denominator', 'q.rate_source as rateSource', 'q.rate_as_of as rateAsOf'])
    .select(['q.sender', 'q.created_at as createdAt', 'q.expires_at as expiresAt'])

type QuoteRow = Awaited<ReturnType<ReturnType<typeof quotes>['executeTakeFirstOrThrow']>>
const quoteOf = ({ currency, minor, feeMinor, quantity, numerator, denominator, ...row }: QuoteRow): Quote => ({
  ...row,
  amount: money(minor, currency),
  fee: money(feeMinor, currency),
  quantity: readQuantity(quantity),
  rate: { numerator: BigInt(numerator), denominator: BigInt(denominator) },
})

/** The newest quote of a holder, while it holds and is not ordered. */
export async function latestQuote(db: Reader, holderId: HolderId, now: Temporal.Instant): Promise<Quote | undefined> {
  const row = await quotes(db)
    .leftJoin('topups.crypto_orders as o', 'o.quote_id', 'q.id')
    .where('q.holder_id', '=', holderId)
    .where('q.expires_at', '>', now)
    .where('o.id', 'is', null)
    .orderBy('q.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && quoteOf(row)
}

export async function findQuote(db: Reader, id: QuoteId): Promise<Quote> {
  return quoteOf(await quotes(db).where('q.id', '=', id).executeTakeFirstOrThrow())
}

/** The orders of those of the topups that are paid in coins. */
export async function ordersOf(db: Reader, ids: readonly TopupId[]): Promise<Map<TopupId, CryptoOrder>> {
  if (ids.length === 0) return new Map()
  const rows = await quotes(db)
    .innerJoin('topups.crypto_orders as o', 'o.quote_id', 'q.id')
    .select(['o.topup_id as topupId', 'o.address'])
    .where('o.topup_id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ topupId, address, ...quote }) => [topupId, { topupId, address, quote: quoteOf(quote) }]))
}

export async function orderOf(db: Reader, id: TopupId): Promise<CryptoOrder> {
  const order = (await ordersOf(db, [id])).get(id)
  if (!order) throw new Error(`topup ${id} is not paid in coins`)
  return order
}

const receipts = (db: Reader) =>
  db.read
    .selectFrom('topups.receipts')
    .select(['id', 'version', 'topup_id as topupId', 'status', 'reason', 'currency', 'minor'])
    .select(['fee_minor as feeMinor', 'recovered_minor as recoveredMinor', 'due_at as dueAt'])

type ReceiptRow = Awaited<ReturnType<ReturnType<typeof receipts>['executeTakeFirstOrThrow']>>
const receiptOf = ({ currency, minor, feeMinor, recoveredMinor, ...row }: ReceiptRow): Receipt => ({
  ...row,
  reason: row.reason ?? undefined,
  dueAt: row.dueAt ?? undefined,
  credited:
    currency === null
      ? undefined
      : {
          amount: money(minor!, currency),
          fee: money(feeMinor!, currency),
          recovered: money(recoveredMinor!, currency),
        },
})

export async function findReceipt(db: Reader, id: DepositId): Promise<Receipt | undefined> {
  const row = await receipts(db).where('id', '=', id).executeTakeFirst()
  return row && receiptOf(row)
}

/** Oldest first. */
export const receiptsOf = async (db: Reader, ids: readonly TopupId[]): Promise<Receipt[]> =>
  ids.length === 0
    ? []
    : (
        await receipts(db)
          .where('topup_id', 'in', [...ids])
          .orderBy('created_at')
          .orderBy('id')
          .execute()
      ).map(receiptOf)

/** Of these statuses, oldest first. */
export async function receiptsOnPage(
  db: Reader,
  statuses: readonly ReceiptStatus[],
  page: Page,
): Promise<{ data: Receipt[]; total: number }> {
  const found = receipts(db)
    .where('status', 'in', [...statuses])
    .orderBy('created_at')
    .orderBy('id')
  const { data, total } = await readPage(found, page)
  return { data: data.map(receiptOf), total }
}

/** The receipts of rows that a list has read. */
export const receiptsFrom = (rows: readonly Selectable<Schema['topups.receipts']>[]): Receipt[] =>
  rows.map((row) =>
    receiptOf({
      ...{ id: row.id, version: row.version, topupId: row.topup_id, status: row.status, reason: row.reason },
      ...{ currency: row.currency, minor: row.minor, feeMinor: row.fee_minor, recoveredMinor: row.recovered_minor },
      dueAt: row.due_at,
    }),
  )

/** What has become of a receipt, oldest first. */
export const receiptTransitions = (db: Reader, id: DepositId) =>
  db.read
    .selectFrom('topups.receipt_transitions')
    .select(['action', 'to_status as status', 'actor', 'reason', 'occurred_at as at'])
    .where('receipt_id', '=', id)
    .orderBy('id')
    .execute()

/** How often it was decided that the coins of a receipt are lost, or that they are found. */
export const lossesOf = async (db: Reader, id: DepositId): Promise<number> =>
  (await db.read.selectFrom('topups.losses').select('nth').where('receipt_id', '=', id).execute()).length
