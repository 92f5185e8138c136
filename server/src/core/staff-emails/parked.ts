import { type Author, auditEntry, type MerchantId, merchantOwner } from '#core/directory'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { commit, decide, type Writer } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { type Page, readPage } from '#kernel/db/page.ts'
import { type Parked, parkedByOwner } from '#kernel/work/parked.ts'
import { redeliver } from '#kernel/work/redelivery.ts'
import { staffEmailQueue } from './queue.ts'
import { refuse } from './refusals.ts'
import type { StaffEmailId, StaffEmailKind } from './staff-email.ts'

/** An email to staff that was given up, and what the mail server, or the worker, said last. */
export type ParkedStaffEmail = {
  id: StaffEmailId
  merchantId: MerchantId
  kind: StaffEmailKind
  createdAt: Instant
  attempts: number
  lastResponse: string | null
}

/** Emails to staff of merchants that no mail server has accepted in time, by merchant. */
export const parkedStaffEmails = (db: Db): Promise<Parked[]> =>
  parkedByOwner(db, { table: 'staff_emails.emails', owner: 'merchant_id' })

/** One page of them, newest first. */
export const parkedStaffEmailsOnPage = (db: Db, page: Page): Promise<{ data: ParkedStaffEmail[]; total: number }> =>
  readPage(
    db.read
      .selectFrom('staff_emails.emails')
      .select([
        'id',
        'merchant_id as merchantId',
        'kind',
        'created_at as createdAt',
        'attempts',
        'last_response as lastResponse',
      ])
      .where('status', '=', 'parked')
      .orderBy('id', 'desc'),
    page,
  )

/** Sends a parked email to staff again, from the beginning of its schedule. Refuses one that is not parked. */
export const resendStaffEmail = (
  ctx: Writer & { clock: Clock },
  { by, id }: { by: Author; id: StaffEmailId },
): Promise<void> =>
  decide(async () => {
    const found = await ctx.db.read
      .selectFrom('staff_emails.emails')
      .select(['id', 'version', 'merchant_id as merchantId'])
      .where('id', '=', id)
      .where('status', '=', 'parked')
      .executeTakeFirst()
    if (!found) throw refuse('parked_staff_email_not_found', { field: 'emailId', id })
    const now = ctx.clock.now()
    const audited = auditEntry(now, by, {
      action: 'staffEmailResent',
      owner: merchantOwner(found.merchantId),
      subject: { type: 'staffEmail', id },
    })
    await commit(ctx, now, [redeliver(staffEmailQueue, found, { now }), audited], 'parked')
  })
