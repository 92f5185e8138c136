import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Holder, SessionEnd, SessionId } from './holder.ts'

/** The holder, when it is a customer of this partner. */
export async function findHolder(db: Db, partnerId: PartnerId, id: HolderId): Promise<Holder | undefined> {
  const row = await db.read
    .selectFrom('holders.holders')
    .select(['id', 'partner_id as partnerId', 'status', 'email', 'email_verified as emailVerified'])
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  return row && { ...row, email: row.email ?? undefined }
}

export type TokenRow = {
  sessionId: SessionId
  expiresAt: Instant
  usedAt: Instant | null
  successor: Uint8Array | null
  session: SessionRow
}
export type SessionRow = {
  version: number
  holderId: HolderId
  expiresAt: Instant
  endedAt: Instant | null
  endReason: SessionEnd | null
}

export async function findRefreshToken(db: Db, hash: Uint8Array): Promise<TokenRow | undefined> {
  const row = await db.read
    .selectFrom('holders.refresh_tokens as token')
    .innerJoin('holders.sessions as session', 'session.id', 'token.session_id')
    .select([
      'token.session_id as sessionId',
      'token.expires_at as expiresAt',
      'token.used_at as usedAt',
      'token.successor',
      'session.version',
      'session.holder_id as holderId',
      'session.expires_at as sessionExpiresAt',
      'session.ended_at as endedAt',
      'session.end_reason as endReason',
    ])
    .where('token.hash', '=', hash)
    .executeTakeFirst()
  if (!row) return undefined
  const { sessionId, expiresAt, usedAt, successor, sessionExpiresAt, ...session } = row
  return { sessionId, expiresAt, usedAt, successor, session: { ...session, expiresAt: sessionExpiresAt } }
}

/** The holder of a session that is still open. */
export async function findOpenSession(
  db: Db,
  id: SessionId,
): Promise<{ holderId: HolderId; partnerId: PartnerId } | undefined> {
  return db.read
    .selectFrom('holders.sessions as session')
    .innerJoin('holders.holders as holder', 'holder.id', 'session.holder_id')
    .select(['session.holder_id as holderId', 'holder.partner_id as partnerId'])
    .where('session.id', '=', id)
    .where('session.ended_at', 'is', null)
    .where('holder.status', '=', 'active')
    .executeTakeFirst()
}
