import type { OrderId } from '#acquiring/ids'
import type { Db } from '#kernel/db/db.ts'
import { findSessionOfOrder } from './store.ts'

/** Whether a shopper can still pay the order on its page. */
export const pageIsOpen = async (db: Db, orderId: OrderId): Promise<boolean> =>
  (await findSessionOfOrder(db, orderId))?.status === 'open'
