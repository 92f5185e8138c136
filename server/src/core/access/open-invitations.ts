import type { Instant } from '#kernel/base/clock.ts'
import { genuine } from '#kernel/db/bound/genuine.ts'
import { anyOf, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { StaffId } from './ids.ts'

/** Ends the links of a person that set a password. */
export async function endInvitations(db: Db, staffId: StaffId, now: Instant): Promise<Write> {
  const open = await db.read
    .selectFrom('access.staff_invitations')
    .select('id')
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .execute()
  const where = { id: anyOf(open.map(({ id }) => id)), used_at: null }
  return update('access.staff_invitations', { set: { used_at: now }, where, expect: open.length })
}

/** The end of the newest open link of each person, which may have passed. */
export async function invitedUntil(db: Db, people: readonly StaffId[]): Promise<ReadonlyMap<StaffId, Instant>> {
  if (people.length === 0) return new Map()
  const rows = await db.read
    .selectFrom('access.staff_invitations')
    .selectAll()
    .where('staff_id', 'in', people)
    .where('used_at', 'is', null)
    .orderBy('id')
    .execute()
  const open = await genuine(db, 'access.staff_invitations', rows)
  return new Map(open.map((row) => [row.staff_id, row.expires_at]))
}
