import type { Selectable } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import { genuine, genuineRow } from '#kernel/db/bound/genuine.ts'
import { anyOf, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { type Page, readPage } from '#kernel/db/page.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { AccessContext } from './context.ts'
import type { StaffId, StaffSessionId } from './ids.ts'
import type { StaffSession } from './staff.ts'

/** A session with what decides whether it is open. */
export type HeldSession = StaffSession & { staffId: StaffId; endedAt: Instant | null }

const sessions = (db: Db) => db.read.selectFrom('access.staff_sessions').selectAll()
type Row = Selectable<Schema['access.staff_sessions']>

export const sessionOf = ({ id, agent, ip, ...row }: Row): HeldSession => ({
  ...{ id, agent, ip },
  staffId: row.staff_id,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  authenticatedAt: row.authenticated_at,
  expiresAt: row.expires_at,
  endedAt: row.ended_at,
  loggedInWith: row.logged_in_with,
})

async function onlyOne(db: Db, found: Row | undefined): Promise<HeldSession | undefined> {
  const row = await genuineRow(db, 'access.staff_sessions', found)
  return row && sessionOf(row)
}

export const findSession = async (db: Db, id: StaffSessionId): Promise<HeldSession | undefined> =>
  onlyOne(db, await sessions(db).where('id', '=', id).executeTakeFirst())

/** The sessions of a person that are open at `now`: not ended, not expired, and used after `usedAfter`; newest first. */
export async function openSessionsOf(
  db: Db,
  { staffId, now, usedAfter }: { staffId: StaffId; now: Instant; usedAfter: Instant },
  page: Page,
): Promise<{ data: StaffSession[]; total: number }> {
  const open = sessions(db)
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', usedAfter)
  const { data, total } = await readPage(open.orderBy('id', 'desc'), page)
  return { data: (await genuine(db, 'access.staff_sessions', data)).map(sessionOf), total }
}

/** Ends all open sessions of a person, however many, but for the one that is kept. */
export async function endSessions(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  staffId: StaffId,
  kept?: StaffSessionId,
): Promise<Write> {
  const open = await db.read
    .selectFrom('access.staff_sessions')
    .select('id')
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .execute()
  const ids = open.map(({ id }) => id).filter((id) => id !== kept)
  const where = { id: anyOf(ids), ended_at: null }
  return update('access.staff_sessions', { set: { ended_at: clock.wall() }, where, expect: ids.length })
}

export const markUsed = (db: Db, id: StaffSessionId, now: Instant): Promise<unknown> =>
  db.run('update access.staff_sessions set last_used_at = $2 where id = $1 and last_used_at < $2', [id, now])

/** Deletes at most so many sessions that ended or expired before a moment; returns how many they were. */
export const deleteEndedBefore = async (db: Db, moment: Instant, most: number): Promise<number> =>
  (await db.run(removeEnded, [moment, most])).length

const removeEnded = `delete from access.staff_sessions where id in (
  select id from access.staff_sessions where least(ended_at, expires_at) < $1
  order by least(ended_at, expires_at) limit $2) returning id`
