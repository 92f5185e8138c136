import type { Selectable } from 'kysely'
import type { DepositId } from '#issuing/deposits'
import type { HolderId, TopupId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import { genuine, genuineRow } from '#kernel/db/bound/genuine.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { type Page, readPage } from '#kernel/db/page.ts'
import { readQuantity } from '#kernel/db/quantity.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { FreezeReason } from './judge-deposit.ts'
import type { CryptoOrder, Quote, QuoteId, Receipt } from './quote.ts'
import type { ReceiptStatus } from './receipt-states.ts'

const quotes = (db: Reader) => db.read.selectFrom('topups.quotes as q').selectAll('q')

const quoteOf = (row: Selectable<Schema['topups.quotes']>): Quote => ({
  id: row.id,
  holderId: row.holder_id,
  assetId: row.asset_id,
  inputType: row.input_type,
  amount: money(row.minor, row.currency),
  fee: money(row.fee_minor, row.currency),
  quantity: readQuantity(row.quantity),
  rate: { numerator: BigInt(row.rate_numerator), denominator: BigInt(row.rate_denominator) },
  rateSource: row.rate_source,
  rateAsOf: row.rate_as_of,
  sender: row.sender,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})

/** The newest quote of a holder, while it holds and is not ordered. */
export async function latestQuote(db: Db, holderId: HolderId, now: Temporal.Instant): Promise<Quote | undefined> {
  const found = await quotes(db)
    .leftJoin('topups.crypto_orders as o', 'o.quote_id', 'q.id')
    .where('q.holder_id', '=', holderId)
    .where('q.expires_at', '>', now)
    .where('o.id', 'is', null)
    .orderBy('q.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const row = await genuineRow(db, 'topups.quotes', found)
  return row && quoteOf(row)
}

export async function findQuote(db: Reader, id: QuoteId): Promise<Quote> {
  return quoteOf(await quotes(db).where('q.id', '=', id).executeTakeFirstOrThrow())
}

const orders = (db: Reader, ids: readonly TopupId[]) =>
  quotes(db)
    .innerJoin('topups.crypto_orders as o', 'o.quote_id', 'q.id')
    .select(['o.topup_id as topupId', 'o.address'])
    .where('o.topup_id', 'in', [...ids])
    .execute()

/** The orders of those of the topups that are paid in coins, as they are stored. */
export async function ordersOf(db: Reader, ids: readonly TopupId[]): Promise<Map<TopupId, CryptoOrder>> {
  if (ids.length === 0) return new Map()
  const rows = await orders(db, ids)
  return new Map(rows.map(({ topupId, address, ...quote }) => [topupId, { topupId, address, quote: quoteOf(quote) }]))
}

/** Throws when the program did not make its quote: nothing is credited by such a rate. */
export async function orderOf(db: Db, id: TopupId): Promise<CryptoOrder> {
  const [order] = await genuine(db, 'topups.quotes', await orders(db, [id]))
  if (!order) throw new Error(`topup ${id} has no quote in coins, or it was made by hand: florin verify names it`)
  return { topupId: id, address: order.address, quote: quoteOf(order) }
}

type ReceiptRow = Selectable<Schema['topups.receipts']>
const receipts = (db: Reader) => db.read.selectFrom('topups.receipts').selectAll()

const receiptOf = (row: ReceiptRow): Receipt => ({
  id: row.id,
  version: row.version,
  topupId: row.topup_id,
  status: row.status,
  reason: row.reason ?? undefined,
  dueAt: row.due_at ?? undefined,
  credited:
    row.currency === null
      ? undefined
      : {
          amount: money(row.minor!, row.currency),
          fee: money(row.fee_minor!, row.currency),
          recovered: money(row.recovered_minor!, row.currency),
        },
})

export async function findReceipt(db: Db, id: DepositId): Promise<Receipt | undefined> {
  const row = await genuineRow(db, 'topups.receipts', await receipts(db).where('id', '=', id).executeTakeFirst())
  return row && receiptOf(row)
}

const storedReceipts = (db: Reader, ids: readonly TopupId[]): Promise<ReceiptRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : receipts(db)
        .where('topup_id', 'in', [...ids])
        .orderBy('created_at')
        .orderBy('id')
        .execute()

/** Oldest first, as they are stored. */
export const receiptsOf = async (db: Reader, ids: readonly TopupId[]): Promise<Receipt[]> =>
  (await storedReceipts(db, ids)).map(receiptOf)

/** Those of one topup that the program made: money follows from no other. */
export const genuineReceipts = async (db: Db, id: TopupId): Promise<Receipt[]> =>
  (await genuine(db, 'topups.receipts', await storedReceipts(db, [id]))).map(receiptOf)

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
export const receiptsFrom = (rows: readonly ReceiptRow[]): Receipt[] => rows.map(receiptOf)

/** What has become of a receipt, oldest first. */
export const receiptTransitions = (db: Reader, id: DepositId) =>
  db.read
    .selectFrom('topups.receipt_transitions')
    .select(['action', 'to_status as status', 'actor', 'reason', 'occurred_at as at'])
    .where('receipt_id', '=', id)
    .orderBy('id')
    .execute()

/**
 * Whether somebody has released the deposit from this reason, and since the reason came: what came later is not decided
 * about.
 */
export async function wasReleased(db: Reader, id: DepositId, reason: FreezeReason, since: Instant): Promise<boolean> {
  const history = await receiptTransitions(db, id)
  return history.some(
    (one, index) =>
      one.action === 'release' &&
      history.slice(0, index).findLast(isFreeze)?.reason === reason &&
      Temporal.Instant.compare(one.at, since) >= 0,
  )
}
const isFreeze = ({ action }: { action: string }): boolean => action === 'freeze'

/** The deposits that wait for a decision: all, or those of a customer. */
export async function parkedReceipts(db: Reader, holderId?: HolderId): Promise<DepositId[]> {
  let query = db.read
    .selectFrom('topups.receipts as receipt')
    .select('receipt.id')
    .where('receipt.status', '=', 'parked')
  if (holderId !== undefined)
    query = query
      .innerJoin('topups.topups as topup', 'topup.id', 'receipt.topup_id')
      .where('topup.holder_id', '=', holderId)
  return (await query.execute()).map(({ id }) => id)
}

/** How often it was decided that the coins of a receipt are lost, or that they are found. */
export const lossesOf = async (db: Reader, id: DepositId): Promise<number> =>
  (await db.read.selectFrom('topups.losses').select('nth').where('receipt_id', '=', id).execute()).length
