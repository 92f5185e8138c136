import type { Db } from '#kernel/db/db.ts'
import { type Parked, parkedByOwner } from '#kernel/work/parked.ts'

/** Events that a partner has not accepted in time, or that could not be sent at all, by partner. */
export const parkedEvents = (db: Db): Promise<Parked[]> =>
  parkedByOwner(db, { table: 'webhooks.events', owner: 'partner_id', statuses: ['parked', 'unsent'] })
