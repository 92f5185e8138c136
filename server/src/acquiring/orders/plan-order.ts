import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Ref, type Write } from '#kernel/db/commit/commit.ts'
import type { NewOrder } from './order.ts'
import { toRow } from './row.ts'

/** A new order, for the caller's commit. A second one with the same external id at the site makes it fail. */
export const planOrder = (
  now: Instant,
  as: Ref,
  order: Omit<NewOrder, 'shopperId'> & { shopperId: NewOrder['shopperId'] | Ref },
): Write => insert('orders.orders', toRow(now, order), { as })

/** The constraint that a second order with one external id breaks, as in `DuplicateKey.constraint`. */
export const oneOrderPerExternalId = 'orders_site_id_external_id_key'
