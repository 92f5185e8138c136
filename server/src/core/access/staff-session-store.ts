import type { Instant } from '#kernel/base/clock.ts'
import { anyOf, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { type Page, readPage } from '#kernel/db/page.ts'
import type { StaffId, StaffSessionId } from './ids.ts'
import type { StaffSession } from './staff.ts'

/** A session with what decides whether it is open. */
export type HeldSession = StaffSession & { staffId: StaffId; endedAt: Instant | null }

const sessions = (db: Db) =>
  db.read
    .selectFrom('access.staff_sessions')
    .select([
      'id',
      'staff_id as staffId',
      'agent',
      'ip',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'authenticated_at as authenticatedAt',
      'expires_at as expiresAt',
      'ended_at as endedAt',
      'logged_in_with as loggedInWith',
    ])

export const findSessionByFingerprint = (db: Db, fingerprint: Uint8Array): Promise<HeldSession | undefined> =>
  sessions(db).where('fingerprint', '=', fingerprint).executeTakeFirst()

export const findSession = (db: Db, id: StaffSessionId): Promise<HeldSession | undefined> =>
  sessions(db).where('id', '=', id).executeTakeFirst()

/** The sessions of a person that are open at `now`: not ended, not expired, and used after `usedAfter`; newest first. */
export const openSessionsOf = (
  db: Db,
  { staffId, now, usedAfter }: { staffId: StaffId; now: Instant; usedAfter: Instant },
  page: Page,
): Promise<{ data: StaffSession[]; total: number }> =>
  readPage(
    sessions(db)
      .where('staff_id', '=', staffId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .where('last_used_at', '>', usedAfter)
      .orderBy('id', 'desc'),
    page,
  )

/** Ends all open sessions of a person, however many, but for the one that is kept. */
export async function endSessions(db: Db, staffId: StaffId, now: Instant, kept?: StaffSessionId): Promise<Write> {
  const open = await db.read
    .selectFrom('access.staff_sessions')
    .select('id')
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .execute()
  const ids = open.map(({ id }) => id).filter((id) => id !== kept)
  const where = { id: anyOf(ids), ended_at: null }
  return update('access.staff_sessions', { set: { ended_at: now }, where, expect: ids.length })
}

export const markUsed = (db: Db, id: StaffSessionId, now: Instant): Promise<unknown> =>
  db.run('update access.staff_sessions set last_used_at = $2 where id = $1 and last_used_at < $2', [id, now])

/** Deletes at most so many sessions that ended or expired before a moment; returns how many they were. */
export const deleteEndedBefore = async (db: Db, moment: Instant, most: number): Promise<number> =>
  (await db.run(removeEnded, [moment, most])).length

const removeEnded = `delete from access.staff_sessions where id in (
  select id from access.staff_sessions where least(ended_at, expires_at) < $1
  order by least(ended_at, expires_at) limit $2) returning id`
