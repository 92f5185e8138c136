import type { Db } from '#kernel/db/db.ts'
import { type Parked, parkedByOwner } from '#kernel/work/parked.ts'

/** Emails to staff of merchants that no mail server has accepted in time, by merchant. */
export const parkedStaffEmails = (db: Db): Promise<Parked[]> =>
  parkedByOwner(db, { table: 'staff_emails.emails', owner: 'merchant_id' })
