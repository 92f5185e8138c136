import type { Selectable } from 'kysely'
import { genuineJoins } from '#kernel/db/bound/genuine.ts'
import type { Db } from '#kernel/db/db.ts'
import { joinable, joinedRows } from '#kernel/db/joined-rows.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { Staff, StaffToken } from './staff.ts'
import { type HeldSession, sessionOf } from './staff-session-store.ts'
import { personOf, tokenOf } from './store.ts'

/** A caller with the token or session of the call: each call reads both with one statement, and only rows with a code. */
export type FoundCaller<By> = { by: By; staff: Staff }

/** The person of a token that was not revoked. */
export async function findTokenCaller(db: Db, fingerprint: Uint8Array): Promise<FoundCaller<StaffToken> | undefined> {
  const [found] = await genuineJoins(db, tokenTables, await readTokens(db, [[hexOf(fingerprint)]]))
  return found && { by: tokenOf(found.token), staff: personOf(found.person) }
}

/** The person of a session, which may be over. */
export async function findSessionCaller(
  db: Db,
  fingerprint: Uint8Array,
): Promise<FoundCaller<HeldSession> | undefined> {
  const [found] = await genuineJoins(db, sessionTables, await readSessions(db, [[hexOf(fingerprint)]]))
  return found && { by: sessionOf(found.session), staff: personOf(found.person) }
}

const whole = <T extends keyof Schema & string>(table: T) => joinable(table, (row: Selectable<Schema[T]>) => row)
const person = whole('access.staff')
const tokenTables = { token: 'access.staff_tokens', person: 'access.staff' } as const
const sessionTables = { session: 'access.staff_sessions', person: 'access.staff' } as const

const readTokens = joinedRows(
  { token: whole('access.staff_tokens'), person },
  (rows) => `
    from unnest((select $1::text[])) as asked (key)
    cross join ${rows.token("fingerprint = decode(asked.key, 'hex') and revoked_at is null")}
    cross join ${rows.person('id = token.staff_id')}`,
)

const readSessions = joinedRows(
  { session: whole('access.staff_sessions'), person },
  (rows) => `
    from unnest((select $1::text[])) as asked (key)
    cross join ${rows.session("fingerprint = decode(asked.key, 'hex')")}
    cross join ${rows.person('id = session.staff_id')}`,
)

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
