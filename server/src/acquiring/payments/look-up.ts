import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrderId, PaymentId, ShopperId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { fromRow } from './row.ts'
import type { Transaction } from './transaction.ts'

/** One exact way to find transactions. Each has an index that it is read by. */
export type Lookup =
  | { by: 'id'; id: PaymentId }
  | { by: 'orders'; ids: readonly OrderId[] }
  | { by: 'shoppers'; ids: readonly ShopperId[] }
  | { by: 'key'; key: string }
  | { by: 'reference'; text: string }
  | { by: 'authorizationCode'; text: string }
  | { by: 'ip'; ip: string }
  | ({ by: 'card'; last4: string; first6?: string | undefined } & Partial<Paid>)
  | ({ by: 'amount' } & Paid)

/** An amount in minor units, of one currency or of any, within a span of time. */
export type Paid = {
  minor: bigint | undefined
  currency: string | undefined
  day: { from: Instant; until: Instant } | undefined
}

/** The newest transactions of these sites that a lookup finds. */
export async function lookUpTransactions(
  db: Db,
  { siteIds, lookup, limit }: { siteIds: readonly SiteId[]; lookup: Lookup; limit: number },
): Promise<Transaction[]> {
  if (siteIds.length === 0) return []
  const rows = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where(sql<SqlBool>`site_id = any(${siteIds})`)
    .where(sql<SqlBool>`${sql.join(conditionsOf(lookup), sql` and `)}`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(fromRow)
}

function conditionsOf(lookup: Lookup): RawBuilder<SqlBool>[] {
  switch (lookup.by) {
    case 'id':
      return [sql`id = ${lookup.id}`]
    case 'orders':
      return [sql`order_id = any(${lookup.ids})`]
    case 'shoppers':
      return [sql`shopper_id = any(${lookup.ids})`]
    case 'key':
      return [sql`key = ${lookup.key}`]
    case 'reference':
      return [sql`reference = ${lookup.text}`]
    case 'authorizationCode':
      return [sql`authorization_code = ${lookup.text}`]
    case 'ip':
      return [sql`ip = ${lookup.ip}`, sql`parent_id is null`]
    case 'card':
      return [
        sql`card_last4 = ${lookup.last4}`,
        ...(lookup.first6 === undefined ? [] : [sql<SqlBool>`card_first6 = ${lookup.first6}`]),
        ...paid(lookup),
      ]
    case 'amount':
      return paid(lookup)
  }
}

function paid({ minor, currency, day }: Partial<Paid>): RawBuilder<SqlBool>[] {
  const inPart = sql`(captured_minor = ${minor} and captured_minor > 0 and captured_minor < minor)`
  return [
    ...(minor === undefined ? [] : [sql<SqlBool>`(minor = ${minor} or ${inPart})`]),
    ...(currency === undefined ? [] : [sql<SqlBool>`currency = ${currency}`]),
    ...(day === undefined ? [] : [sql<SqlBool>`created_at >= ${day.from} and created_at < ${day.until}`]),
  ]
}
