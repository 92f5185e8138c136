import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ShopperId } from '#acquiring/ids'
import type { Directory } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'
import type { Split } from '#kernel/db/keyset.ts'
import { fewEntries } from '#kernel/db/keyset-parts.ts'
import { chosen, type Several } from '#kernel/http/filter.ts'
import { type OrderStatus, orderStates } from './order-states.ts'

export const orderTable = 'orders.orders'

type Condition = RawBuilder<SqlBool>
type OrderType = 'purchase' | 'recurring' | 'managed' | 'credit'

export type OrderSearch = {
  status?: Several<OrderStatus> | undefined
  type?: Several<OrderType> | undefined
  customer?: ShopperId | undefined
  /** The store's number. */
  text?: string | undefined
}

/**
 * What a search selects of a list of orders. Those of a customer, and of a number of the store, are few; the numbers are
 * found by site, so all sites are named where the list is not of some.
 */
export async function ordersSelected(
  { db, directory }: { db: Db; directory: Pick<Directory, 'siteIds'> },
  { status, type, customer, text }: OrderSearch,
): Promise<{ narrowed: readonly Split[]; conditions: readonly Condition[] }> {
  const named: Condition[] = [
    ...(customer === undefined ? [] : [sql<SqlBool>`entry.shopper_id = ${customer}`]),
    ...(text === undefined
      ? []
      : [
          sql<SqlBool>`(entry.external_id = ${text} and entry.site_id = any (${await directory.siteIds()}::integer[]))`,
        ]),
  ]
  const few = named.length > 0 ? await fewEntries(db, orderTable, named) : undefined
  const isNot = type?.isNot === true
  return {
    narrowed: few ? [few] : [],
    conditions: [
      ...(few ? [] : named),
      ...(status ? [sql<SqlBool>`entry.status = any(${chosen(orderStates.statuses, status)}::text[])`] : []),
      ...(type ? [sql<SqlBool>`(entry.type = any(${type.named}::text[])) <> ${isNot}::boolean`] : []),
    ],
  }
}
