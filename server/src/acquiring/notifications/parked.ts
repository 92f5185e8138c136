import type { Db } from '#kernel/db/db.ts'
import { type Parked, parkedByOwner } from '#kernel/work/parked.ts'

/** Notifications that a store has not accepted in time, by site. */
export const parkedNotifications = (db: Db): Promise<Parked[]> =>
  parkedByOwner(db, { table: 'notifications.notifications', owner: 'site_id' })
