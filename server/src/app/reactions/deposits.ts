import { partnerOfHolder } from '#issuing/holders'
import { planReceipt } from '#issuing/topups'
import type { Reaction } from './reaction.ts'

/** What happens to a deposit is decided again, and the partner is notified of each confirmation. */
export const recordReceipt: Reaction<'depositChanged'> = async ({ db }, { deposit, address, before }, now) =>
  planReceipt(now, {
    deposit,
    address,
    isNew: before === undefined,
    partnerId: await partnerOfHolder(db, address.holderId),
  })
