import { randomUUID } from 'node:crypto'
import { staffWhoMay } from '#core/access'
import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import { type Db, jsonb } from '#kernel/db/db.ts'
import type { Permission } from '#kernel/http/route.ts'
import { newDelivery } from '#kernel/work/delivery.ts'
import { staffEmailQueue } from './queue.ts'
import type { StaffEmailContent, StaffEmailKind } from './staff-email.ts'

export type StaffEmail = {
  merchantId: MerchantId
  /** What a person needs to be permitted to do something about it. */
  permission: Permission
  kind: StaffEmailKind
  /** What the email says, always in the same words: a person receives one email of each fact. */
  fact: string
  content: StaffEmailContent
}

/**
 * The write of an email to each active member of a merchant's staff who has the permission, for the commit that makes its
 * fact true. Where there is none, it goes to the merchant's own address. An installation that sends no emails plans none.
 */
export async function planStaffEmails(
  { db }: { db: Db },
  now: Instant,
  { merchantId, permission, kind, fact, content }: StaffEmail,
): Promise<Write[]> {
  const staff = await staffWhoMay(db, { kind: 'merchant', id: String(merchantId) }, permission)
  const rows = (staff.length > 0 ? staff : [null]).map((staffId) => ({
    merchant_id: merchantId,
    staff_id: staffId,
    kind,
    fact,
    key: randomUUID(),
    content: jsonb(content),
    ...newDelivery(staffEmailQueue, now),
  }))
  return [insert('staff_emails.emails', rows, { orElse: { conflict: ['merchant_id', 'fact', 'staff_id'], set: [] } })]
}
