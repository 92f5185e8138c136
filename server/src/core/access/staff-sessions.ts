import { randomBytes } from 'node:crypto'
import { type Author, auditEntry } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { commit, insert, ref, update } from '#kernel/db/commit/commit.ts'
import type { AccessContext } from './context.ts'
import type { StaffSessionId } from './ids.ts'
import { checkPassword } from './manage-staff.ts'
import { refuse } from './refusals.ts'
import { permissionsOf } from './roles.ts'
import { actorOf, type SessionCaller, type Staff, type StaffSession } from './staff.ts'
import {
  deleteExpiredBefore,
  findSession,
  findSessionByFingerprint,
  type HeldSession,
  markUsed,
} from './staff-session-store.ts'
import { findStaff } from './store.ts'

/** A session ends so long after the login, whatever was done in it. */
const lifetime = Temporal.Duration.from({ hours: 12 })
/** And so long after it was last used. */
const idleLifetime = Temporal.Duration.from({ hours: 2 })
/** How exactly the last use is known: it is not written at each call. */
const usedEvery = Temporal.Duration.from({ minutes: 1 })

/** Where a browser calls from, as one's own list of sessions shows it. */
export type Browser = { ip: string; agent: string }
export type Login = Browser & { email: string; password: Secret<string> }
export type NewSession = { staff: Staff; session: StaffSession; token: Secret<string> }

/**
 * Logs a person in to the dashboard. The token is for a cookie and is stored nowhere. Refuses wrong and unknown
 * addresses in the same words and the same time.
 */
export async function logIn(ctx: AccessContext, { email, password, ip, agent }: Login): Promise<NewSession> {
  const staff = await checkPassword(ctx, { email, password })
  if (!staff) throw refuse('wrong_login')
  const now = ctx.clock.now()
  const token = new Secret(`fss_${randomBytes(32).toString('base64url')}`)
  const [expiresAt, session] = [now.add(lifetime), ref('session')]
  const row = {
    staff_id: staff.id,
    fingerprint: fingerprintOf(ctx.keys, token.reveal()),
    agent: agent.slice(0, agentLengthMax),
    ip,
    created_at: now,
    last_used_at: now,
    authenticated_at: now,
    expires_at: expiresAt,
    ended_at: null,
  }
  const ids = await commit(
    ctx,
    now,
    [
      insert('access.staff_sessions', row, { as: session }),
      auditEntry(
        now,
        { actor: actorOf(staff), fromWhere: ip },
        {
          action: 'staffLoggedIn',
          owner: staff.scope,
          subject: { type: 'staff', id: staff.id },
          after: { session, agent: row.agent },
        },
      ),
    ],
    'staff-sessions',
  )
  const id = ids<StaffSessionId>(session)
  const times = { createdAt: now, lastUsedAt: now, authenticatedAt: now, expiresAt }
  return { staff, token, session: { id, agent: row.agent, ip, ...times } }
}
const agentLengthMax = 200

/**
 * Who calls with this token; undefined for one that is unknown, was ended, or has expired, and of an inactive person.
 * Notes the use, at most once a minute.
 */
export async function staffOfSession(
  { db, clock, keys }: Pick<AccessContext, 'db' | 'clock' | 'keys'>,
  unchecked: string,
): Promise<SessionCaller | undefined> {
  if (!/^fss_[\w-]{43}$/.test(unchecked)) return undefined
  const held = await findSessionByFingerprint(db, fingerprintOf(keys, unchecked))
  const now = clock.now()
  if (!held || isOver(held, now)) return undefined
  const found = await findStaff(db, held.staffId)
  if (!found?.staff.active || (found.passwordSetAt && isBefore(held.createdAt, found.passwordSetAt))) return undefined
  if (isBefore(held.lastUsedAt.add(usedEvery), now)) await markUsed(db, held.id, now)
  const { id, authenticatedAt } = held
  return {
    staff: found.staff,
    via: { kind: 'session', id, authenticatedAt },
    permissions: permissionsOf(found.staff.role, undefined),
  }
}

/** Whether a session that was good goes on, of a person who is active. That is no use of it. */
export async function sessionGoesOn(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  { via: { id } }: Pick<SessionCaller, 'via'>,
): Promise<boolean> {
  const held = await findSession(db, id)
  if (!held || isOver(held, clock.now())) return false
  const found = await findStaff(db, held.staffId)
  return found?.staff.active === true && !(found.passwordSetAt && isBefore(held.createdAt, found.passwordSetAt))
}

const isOver = ({ endedAt, expiresAt, lastUsedAt }: HeldSession, now: Instant): boolean =>
  endedAt !== null || !isBefore(now, expiresAt) || !isBefore(now, lastUsedAt.add(idleLifetime))

/** Proves again that the person is there, for what reveals secrets or gives access; refuses a wrong password. */
export async function authenticateAgain(
  ctx: AccessContext,
  { staff, via }: SessionCaller,
  { password, ip }: { password: Secret<string>; ip: string },
): Promise<Instant> {
  const proven = await checkPassword(ctx, { email: staff.email, password })
  if (proven?.id !== staff.id) throw refuse('wrong_password', { field: 'password' })
  const now = ctx.clock.now()
  const writes = [
    update('access.staff_sessions', {
      set: { authenticated_at: now },
      where: { id: via.id, ended_at: null },
      onMiss: () => refuse('session_not_found', { id: via.id }),
    }),
    auditEntry(
      now,
      { actor: actorOf(staff), fromWhere: `${ip}, session ${via.id}` },
      {
        action: 'staffAuthenticatedAgain',
        owner: staff.scope,
        subject: { type: 'staff', id: staff.id },
        after: { session: via.id },
      },
    ),
  ]
  await commit(ctx, now, writes, 'staff-sessions')
  return now
}

/** Ends an open session of a person; refuses one that is not theirs or has ended. */
export async function endSession(
  ctx: AccessContext,
  { by, staff, id }: { by: Author; staff: Staff; id: StaffSessionId },
): Promise<void> {
  const now = ctx.clock.now()
  const writes = [
    update('access.staff_sessions', {
      set: { ended_at: now },
      where: { id, staff_id: staff.id, ended_at: null },
      onMiss: () => refuse('session_not_found', { id }),
    }),
    auditEntry(now, by, {
      action: 'staffSessionEnded',
      owner: staff.scope,
      subject: { type: 'staff', id: staff.id },
      after: { session: id },
    }),
  ]
  await commit(ctx, now, writes, 'staff-sessions')
}

/** Sessions that ended a while ago tell nobody anything; the audit has the logins. */
export const deleteOldSessions = ({ db, clock }: Pick<AccessContext, 'db' | 'clock'>): Promise<void> =>
  deleteExpiredBefore(db, clock.now().subtract({ hours: 24 * 30 }))

const fingerprintOf = (keys: KeyRing, token: string): Buffer => keys.fingerprint('siteKey', `staff session ${token}`)
const isBefore = (one: Instant, other: Instant): boolean => Temporal.Instant.compare(one, other) < 0
