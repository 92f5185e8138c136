import type { Selectable } from 'kysely'
import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { genuineJoins } from '#kernel/db/bound/genuine.ts'
import type { Db } from '#kernel/db/db.ts'
import { joinable, joinedRows } from '#kernel/db/joined-rows.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { SessionId } from './holder.ts'
import { hexOf } from './secret-token.ts'
import { holderRows } from './store.ts'

/** Those that are to end, the ones that the program did not make too. */
export async function openSessionsOf(db: Db, holderId: HolderId, now: Instant): Promise<SessionId[]> {
  const rows = await db.read
    .selectFrom('holders.sessions')
    .select('id')
    .where('holder_id', '=', holderId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether sessions of the holder were ended since a moment, but for those of which they have logged out. */
export async function sessionsEndedSince(db: Db, holderId: HolderId, since: Instant): Promise<boolean> {
  const row = await db.read
    .selectFrom('holders.sessions')
    .select('id')
    .where('holder_id', '=', holderId)
    .where('ended_at', '>=', since)
    .where('end_reason', '<>', 'logged_out')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const sessionRows = joinable('holders.sessions', (row) => row)
const sessionTables = { session: 'holders.sessions', holder: 'holders.holders' } as const
const tokenTables = { token: 'holders.refresh_tokens', ...sessionTables } as const

/** A refresh token with its session and the holder of that, whole, as they were read. */
export type FoundToken = { [Part in keyof typeof tokenTables]: Selectable<Schema[(typeof tokenTables)[Part]]> }

export const findRefreshToken = async (db: Db, hash: Uint8Array): Promise<FoundToken | undefined> =>
  (await genuineJoins(db, tokenTables, await readTokens(db, [[hexOf(hash)]])))[0]

const readTokens = joinedRows(
  { token: joinable('holders.refresh_tokens', (row) => row), session: sessionRows, holder: holderRows },
  ({ token, session, holder }) => `
    from unnest((select $1::text[])) as asked (key)
    cross join ${token("hash = decode(asked.key, 'hex')")}
    cross join ${session('id = token.session_id')}
    cross join ${holder('id = session.holder_id')}`,
)

export type OpenSession = { holderId: HolderId; partnerId: PartnerId }

/** The holder of a session that is still open; concurrent calls read together. */
export const findOpenSession = loaderByKey(async (db: Db, ids: readonly SessionId[]) => {
  const rows = await genuineJoins(db, sessionTables, await readSessions(db, [ids]))
  const open = rows.filter(({ session, holder }) => session.ended_at === null && holder.status === 'active')
  return new Map(
    open.map(({ session, holder }): [SessionId, OpenSession] => [
      session.id,
      { holderId: holder.id, partnerId: holder.partner_id },
    ]),
  )
})

const readSessions = joinedRows(
  { session: sessionRows, holder: holderRows },
  ({ session, holder }) => `
    from unnest((select $1::text[])) as asked (key)
    cross join ${session('id = asked.key::uuid')}
    cross join ${holder('id = session.holder_id')}`,
)
