import type { Db } from '#kernel/db/db.ts'
import { type Parked, parkedByOwner } from '#kernel/work/parked.ts'

/** Emails to shoppers that no mail server has accepted in time, by site. */
export const parkedEmails = (db: Db): Promise<Parked[]> =>
  parkedByOwner(db, { table: 'emails.emails', owner: 'site_id' })
