import type { RowLocks } from '#kernel/db/locked.ts'
import type { MerchantId } from './ids.ts'

/** Locks a merchant, for decisions about all of its money (`db.locked`). */
export const merchantLock = (id: MerchantId): RowLocks => ({ table: 'directory.merchants', ids: [id] })
