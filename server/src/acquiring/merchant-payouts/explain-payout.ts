import type { Reader } from '#kernel/db/db.ts'
import type { MerchantPayout } from './payout.ts'
import { explainedRecord } from './shapes.ts'
import { historyOfPayout, itemsOfPayout } from './store.ts'

/** A payout with what it is made of and what has happened to it. */
export const explainPayout = async (db: Reader, payout: MerchantPayout) =>
  explainedRecord(payout, await itemsOfPayout(db, payout.id), await historyOfPayout(db, payout.id))
