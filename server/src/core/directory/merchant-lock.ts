import type { RowLocks } from '#kernel/db/locked.ts'
import type { MerchantId } from './ids.ts'

/** Locks merchants, for decisions about all of the money of each (`db.locked`). */
export const merchantLock = (...ids: readonly MerchantId[]): RowLocks => ({ table: 'directory.merchants', ids })
