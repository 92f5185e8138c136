import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import { genuine, genuineRow } from '#kernel/db/bound/genuine.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import { readPage } from '#kernel/db/page.ts'
import type { RowOf } from '#kernel/db/row-of.ts'
import type { BankAccount } from './bank-account.ts'
import { holdsOf } from './holds.ts'
import type { BankAccountId, MerchantPayoutId, PayoutFileId } from './ids.ts'
import type { MerchantPayout, PayoutItem, PayoutTransition } from './payout.ts'
import type { PayoutStatus } from './payout-states.ts'

const bankAccounts = (db: Reader) => db.read.selectFrom('merchant_payouts.bank_accounts').selectAll()
type BankAccountRow = RowOf<typeof bankAccounts>

const bankAccountOf = (row: BankAccountRow): BankAccount => ({
  id: row.id,
  version: row.version,
  merchantId: row.merchant_id,
  currency: row.currency,
  holderName: row.holder_name,
  iban: row.is_iban ? row.account_number : undefined,
  accountNumber: row.is_iban ? undefined : row.account_number,
  bic: row.bic ?? undefined,
  country: row.country,
  status: row.status,
  holds: holdsOf(row.hold_reason),
  createdAt: row.created_at,
  usableAt: row.usable_at,
})

/** The account, when it is one of this merchant; of any, when none is named. */
export async function findBankAccount(
  db: Db,
  { merchantId, id }: { merchantId?: MerchantId; id: BankAccountId },
): Promise<BankAccount | undefined> {
  const found = await bankAccounts(db)
    .where('id', '=', id)
    .$if(merchantId !== undefined, (query) => query.where('merchant_id', '=', merchantId!))
    .executeTakeFirst()
  const row = await genuineRow(db, 'merchant_payouts.bank_accounts', found)
  return row && bankAccountOf(row)
}

/** Those of a merchant, newest first. */
export async function bankAccountsOf(db: Db, merchantId: MerchantId): Promise<BankAccount[]> {
  const rows = await bankAccounts(db)
    .where('merchant_id', '=', merchantId)
    .orderBy('id', 'desc')
    .limit(accountsMax)
    .execute()
  return (await genuine(db, 'merchant_payouts.bank_accounts', rows)).map(bankAccountOf)
}
const accountsMax = 1_000

/** The one that counts: the newest, whether or not it is held. When that was removed there is none: an older one was replaced for a reason. */
export async function currentBankAccount(
  db: Db,
  { merchantId, currency }: { merchantId: MerchantId; currency: Currency },
): Promise<BankAccount | undefined> {
  return (await currentBankAccounts(db, [merchantId])).find((account) => account.currency === currency)
}

/** Those that count of some merchants: at most one of each currency. */
export async function currentBankAccounts(db: Db, merchantIds: readonly MerchantId[]): Promise<BankAccount[]> {
  const rows = await bankAccounts(db)
    .where('merchant_id', 'in', [...merchantIds])
    .orderBy('id')
    .limit(accountsMax * merchantIds.length)
    .execute()
  const all = (await genuine(db, 'merchant_payouts.bank_accounts', rows)).map(bankAccountOf)
  const newest = new Map(all.map((account) => [`${account.merchantId} ${account.currency}`, account]))
  return [...newest.values()].filter(({ status }) => status !== 'removed')
}

const payouts = (db: Reader) => db.read.selectFrom('merchant_payouts.payouts').selectAll()
type PayoutRow = RowOf<typeof payouts>

/** Whether it was taken for refused before, so that the merchant was owed it again. */
export async function hasFailed(db: Reader, id: MerchantPayoutId): Promise<boolean> {
  const row = await db.read
    .selectFrom('merchant_payouts.payout_transitions')
    .select('id')
    .where('payout_id', '=', id)
    .where('action', '=', 'fail')
    .executeTakeFirst()
  return row !== undefined
}

export const payoutOf = (row: PayoutRow): MerchantPayout => ({
  id: row.id,
  version: row.version,
  merchantId: row.merchant_id,
  amount: money(row.minor, row.currency),
  bankAccountId: row.bank_account_id,
  status: row.status,
  scheduledFor: row.scheduled_for ?? undefined,
  endToEndId: row.end_to_end_id,
  fileId: row.file_id ?? undefined,
  bankReference: row.bank_reference ?? undefined,
  bankCharge: money(row.bank_charge_minor ?? 0n, row.currency),
  createdAt: row.created_at,
  paidAt: row.paid_at ?? undefined,
  dueTries: row.due_tries,
})

/** Sets an id aside, so that the entry of a payout can name it in the commit that inserts it. */
export async function reservePayoutId(db: Db): Promise<MerchantPayoutId> {
  const [row] = await db.run(`select nextval(pg_get_serial_sequence('merchant_payouts.payouts', 'id')) as id`, [])
  return row!.id as MerchantPayoutId
}

export async function findPayout(db: Db, id: MerchantPayoutId): Promise<MerchantPayout | undefined> {
  const found = await payouts(db).where('id', '=', id).executeTakeFirst()
  const row = await genuineRow(db, 'merchant_payouts.payouts', found)
  return row && payoutOf(row)
}

export async function findPayoutByEndToEndId(db: Reader, endToEndId: string): Promise<MerchantPayout | undefined> {
  const row = await payouts(db).where('end_to_end_id', '=', endToEndId).executeTakeFirst()
  return row && payoutOf(row)
}

export async function payoutsById(db: Reader, ids: readonly MerchantPayoutId[]): Promise<MerchantPayout[]> {
  const rows = await payouts(db)
    .where(oneOf('id', 'bigint', ids))
    .execute()
  return rows.map(payoutOf)
}

/** Those with which a file was made, oldest first. */
export async function payoutsOfFile(db: Reader, messageId: string): Promise<MerchantPayout[]> {
  const rows = await payouts(db)
    .where('file_id', 'in', (files) =>
      files
        .selectFrom('merchant_payouts.files')
        .select('merchant_payouts.files.id')
        .where('message_id', '=', messageId),
    )
    .orderBy('id')
    .execute()
  return rows.map(payoutOf)
}

/** Those that were not given to the bank yet. */
export async function payoutsNotSent(
  db: Db,
  { merchantId, currency }: { merchantId: MerchantId; currency: Currency },
): Promise<MerchantPayout[]> {
  const rows = await payouts(db)
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .where('status', '=', 'created')
    .orderBy('id')
    .execute()
  return rows.map(payoutOf)
}

/** Those that can be in a file, oldest first: to an IBAN that is not held, of a merchant whose payouts are not on hold. */
export async function payoutsForFile(db: Db, limit: number): Promise<MerchantPayout[]> {
  const rows = await db.read
    .selectFrom('merchant_payouts.payouts as p')
    .innerJoin('merchant_payouts.bank_accounts as b', 'b.id', 'p.bank_account_id')
    .leftJoin('merchant_payouts.terms as t', 't.id', 'p.merchant_id')
    .selectAll('p')
    .where('p.status', '=', 'created')
    .where('b.is_iban', '=', true)
    .where('b.status', '=', 'active')
    .where('t.hold_reason', 'is', null)
    .orderBy('p.id')
    .limit(limit)
    .execute()
  return rows.map((row) => payoutOf(row as PayoutRow))
}

export type PayoutFilter = { merchantIds: readonly MerchantId[] | undefined; status: PayoutStatus | undefined }

/** Newest first. */
export async function listPayouts(
  db: Db,
  { merchantIds, status }: PayoutFilter,
  page: { page: number; size: number },
): Promise<{ data: MerchantPayout[]; total: number }> {
  if (merchantIds?.length === 0) return { data: [], total: 0 }
  const { data, total } = await readPage(
    payouts(db)
      .$if(merchantIds !== undefined, (query) => query.where('merchant_id', 'in', merchantIds!))
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .orderBy('id', 'desc'),
    page,
  )
  return { data: data.map((row) => payoutOf(row as PayoutRow)), total }
}

/** The payouts that were made in a period: by ascending id, behind `after`. */
export async function payoutsAfter(
  db: Db,
  {
    merchantIds,
    from,
    to,
    after,
    limit,
  }: Pick<PayoutFilter, 'merchantIds'> & Period & { after: bigint; limit: number },
): Promise<MerchantPayout[]> {
  if (merchantIds?.length === 0) return []
  const rows = await payouts(db)
    .where('id', '>', after as MerchantPayoutId)
    .$if(merchantIds !== undefined, (query) => query.where('merchant_id', 'in', merchantIds!))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('created_at', '<=', to!))
    .orderBy('id')
    .limit(limit)
    .execute()
  return (await genuine(db, 'merchant_payouts.payouts', rows)).map(payoutOf)
}
type Period = { from: Instant | undefined; to: Instant | undefined }

export async function historyOfPayout(db: Reader, id: MerchantPayoutId): Promise<PayoutTransition[]> {
  const rows = await db.read
    .selectFrom('merchant_payouts.payout_transitions')
    .select(['action', 'to_status as toStatus', 'actor', 'note', 'occurred_at as occurredAt'])
    .where('payout_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ note, ...row }) => ({ ...row, note: note ?? undefined }))
}

/** What a payout is made of, with the batch of each where it has one. */
export async function itemsOfPayout(
  db: Reader,
  id: MerchantPayoutId,
): Promise<(PayoutItem & { batchId: bigint | null })[]> {
  const rows = await db.run(
    `select i.kind, i.item_id as "itemId", i.minor, coalesce(e.batch_id, r.batch_id) as "batchId"
     from merchant_payouts.payout_items i
     left join merchant_payouts.earnings e on i.kind = 'batch' and e.id = i.item_id
     left join merchant_payouts.reserves r on i.kind in ('reserveHeld', 'reserveReleased') and r.id = i.item_id
     where i.payout_id = $1 order by i.id limit ${itemsShownMax}`,
    [id],
  )
  return rows as (PayoutItem & { batchId: bigint | null })[]
}
const itemsShownMax = 10_000

/** What has become available, was held, released or came back since the last payout, oldest first. */
export async function itemsToPay(
  db: Reader,
  { merchantId, currency, now }: { merchantId: MerchantId; currency: Currency; now: Instant },
): Promise<PayoutItem[]> {
  const isNew = (kind: string, id: string) =>
    `not exists (select from merchant_payouts.payout_items i where i.kind = '${kind}' and i.item_id = ${id})`
  const rows = await db.run(
    `select * from (
       select 'batch' as kind, e.id as "itemId", e.minor from merchant_payouts.earnings e
       where e.merchant_id = $1 and e.currency = $2 and e.available_at <= $3 and ${isNew('batch', 'e.id')}
       union all
       select 'reserveHeld', r.id, -r.minor from merchant_payouts.reserves r
       where r.merchant_id = $1 and r.currency = $2 and ${isNew('reserveHeld', 'r.id')}
       union all
       select 'reserveReleased', r.id, r.minor from merchant_payouts.reserves r
       where r.merchant_id = $1 and r.currency = $2 and r.released_at is not null and ${isNew('reserveReleased', 'r.id')}
       union all
       select 'payoutReturned', p.id, p.minor from merchant_payouts.payouts p
       where p.merchant_id = $1 and p.currency = $2 and p.status in ('failed', 'returned', 'cancelled')
         and ${isNew('payoutReturned', 'p.id')}) items
     order by kind, "itemId" limit ${itemsShownMax}`,
    [merchantId, currency, now],
  )
  return rows as PayoutItem[]
}

/** Newest first, without what is in them. */
export async function listFiles(db: Reader, page: { page: number; size: number }) {
  return readPage(
    db.read
      .selectFrom('merchant_payouts.files')
      .select(['id', 'message_id as messageId', 'payouts', 'made_by as madeBy', 'made_at as madeAt'])
      .orderBy('id', 'desc'),
    page,
  )
}

export const findFileContent = async (db: Reader, id: PayoutFileId): Promise<string | undefined> =>
  (await db.read.selectFrom('merchant_payouts.files').select('content').where('id', '=', id).executeTakeFirst())
    ?.content
