import { type RawBuilder, sql } from 'kysely'
import type { MerchantId } from '#core/directory'
import type { Currency } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'

export type PendingOutflows = {
  /** Of the transactions, in one text: two readings of the same transactions have the same. */
  ids: string
  minor: bigint
  /** The waiting part of payments that are being cancelled: it leaves with them, and not from available money. */
  waitingMinor: bigint
}

/**
 * Payouts, refunds and cancellations of a merchant that are requested and not yet in the ledger, and its shares in those
 * of others. The fees that they will return, and the shares that others will, are left out, so it is rather too much.
 */
export async function pendingOutflows(db: Db, merchantId: MerchantId, currency: Currency): Promise<PendingOutflows> {
  const own = db.read
    .selectFrom('payments.payments')
    .select(['id', 'minor'])
    .select(waitingOf(merchantId, sql`coalesce(pending_minor, 0)`).as('waiting'))
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .where('status', 'in', ['crediting', 'uncertain', 'refunding', 'cancelling'])
    .where((or) => or.or([or('type', '=', 'credit'), or('status', '<>', 'uncertain')]))
  const shared = db.read
    .selectFrom('payments.payments')
    .select(['id', sharesOfMerchant(merchantId).as('minor')])
    .select(waitingOf(merchantId, sql`0`).as('waiting'))
    .where('merchant_id', '<>', merchantId)
    .where('currency', '=', currency)
    .where('status', 'in', ['refunding', 'cancelling'])
    .where('shares', 'is not', null)
    .where(sharesOfMerchant(merchantId), '>', 0n)
  return db.read
    .selectFrom(own.unionAll(shared).as('pending'))
    .select([
      sql<string>`coalesce(string_agg(id::text, ' ' order by id), '')`.as('ids'),
      sql<bigint>`coalesce(sum(minor), 0)::bigint`.as('minor'),
      sql<bigint>`coalesce(sum(waiting), 0)::bigint`.as('waitingMinor'),
    ])
    .executeTakeFirstOrThrow()
}

const sharesOfMerchant = (merchantId: MerchantId) =>
  sql<bigint>`(select coalesce(sum((share->>'minor')::bigint), 0)::bigint from jsonb_array_elements(shares) as share
               where (share->>'merchant')::integer = ${merchantId})`

/** Of a cancellation, with the merchant's shares; of a refund it depends on others that are under way. */
const waitingOf = (merchantId: MerchantId, own: RawBuilder<unknown>) =>
  sql<bigint>`case when status = 'cancelling' then ${own} + (
    select coalesce(sum((pending_shares->>(at - 1)::integer)::bigint), 0)
    from jsonb_array_elements(shares) with ordinality as each (share, at)
    where (share->>'merchant')::integer = ${merchantId}) else 0 end`
