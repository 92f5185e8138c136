import { type Author, auditEntry } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { commit, decide, update } from '#kernel/db/commit/commit.ts'
import { inBatches, type Swept } from '#kernel/db/in-batches.ts'
import type { Page } from '#kernel/db/page.ts'
import { sessionFingerprint } from './begin-session.ts'
import { findSessionCaller } from './callers-store.ts'
import type { AccessContext, AccessRules } from './context.ts'
import type { StaffId, StaffSessionId } from './ids.ts'
import { type Ways, waysOf } from './log-in.ts'
import { checkPassword } from './manage-staff.ts'
import { refuse } from './refusals.ts'
import { permissionsOf } from './roles.ts'
import { newChallenge, openChallenge, useChallenge } from './second-factor/challenges.ts'
import type { FactorProof, RelyingParty } from './second-factor/factor.ts'
import { proveFactor } from './second-factor/prove-factor.ts'
import { needsSecondFactor } from './second-factor/required.ts'
import { actorOf, type SessionCaller, type Staff, type StaffSession } from './staff.ts'
import {
  deleteEndedBefore,
  endSessions,
  findSession,
  type HeldSession,
  markUsed,
  openSessionsOf,
} from './staff-session-store.ts'
import { findStaff, turnOf } from './store.ts'

/** A session ends so long after it was last used. */
const idleLifetime = Temporal.Duration.from({ hours: 2 })
/** How exactly the last use is known: it is not written at each call. */
const usedEvery = Temporal.Duration.from({ minutes: 1 })

/**
 * Who calls with this token; undefined for one that is unknown, was ended, or has expired, and of an inactive person.
 * Notes the use, at most once a minute: what a page reads by itself is none.
 */
export async function staffOfSession(
  { db, clock, keys, secondFactor }: Pick<AccessContext, 'db' | 'clock' | 'keys'> & AccessRules,
  unchecked: string,
  { isUse }: { isUse: boolean },
): Promise<SessionCaller | undefined> {
  if (!/^fss_[\w-]{43}$/.test(unchecked)) return undefined
  const found = await findSessionCaller(db, sessionFingerprint(keys, unchecked))
  const now = clock.wall()
  if (!found?.staff.active || isOver(found.by, now)) return undefined
  const { by: held, staff } = found
  if (isUse && isBefore(held.lastUsedAt.add(usedEvery), now)) await markUsed(db, held.id, now)
  const { id, authenticatedAt, loggedInWith } = held
  const { role } = staff
  const lacksSecondFactor = loggedInWith === 'password' && needsSecondFactor(secondFactor, role)
  return {
    staff,
    via: { kind: 'session', id, authenticatedAt, loggedInWith, lacksSecondFactor },
    permissions: permissionsOf(role, undefined),
  }
}

/** Whether a session that was good goes on, of a person who is active and has the same role. That is no use of it. */
export async function sessionGoesOn(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  { staff: { role }, via: { id } }: SessionCaller,
): Promise<boolean> {
  const held = await findSession(db, id)
  if (!held || isOver(held, clock.wall())) return false
  const found = await findStaff(db, held.staffId)
  return found?.staff.active === true && found.staff.role === role
}

const isOver = ({ endedAt, expiresAt, lastUsedAt }: HeldSession, now: Instant): boolean =>
  endedAt !== null || !isBefore(now, expiresAt) || !isBefore(now, lastUsedAt.add(idleLifetime))

/** One page of the open sessions of a person, newest first. */
export function openSessionsOnPage(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  staffId: StaffId,
  page: Page,
): Promise<{ data: StaffSession[]; total: number }> {
  const now = clock.wall()
  return openSessionsOf(db, { staffId, now, usedAfter: now.subtract(idleLifetime) }, page)
}

/** How a person in a session can prove again to be there, and the token of the challenge for a passkey, for its cookie. */
export async function beginProof(
  ctx: AccessContext & AccessRules,
  { staff }: SessionCaller,
  at: RelyingParty,
): Promise<{ token: Secret<string>; ways: Ways & { password: boolean } }> {
  const token = await newChallenge(ctx, { purpose: 'proof', staffId: staff.id })
  const found = await findStaff(ctx.db, staff.id)
  const ways = await waysOf(ctx, staff, { at, token: token.reveal() })
  return { token, ways: { ...ways, password: ctx.passwordLogin && found?.passwordHash != null } }
}

/** The password, or what a person shows as the second step. */
export type PresenceProof = { kind: 'password'; password: Secret<string> } | FactorProof

/** Proves again that the person is there, for what reveals secrets or gives access; refuses what proves nothing. */
export const authenticateAgain = (
  ctx: AccessContext & AccessRules,
  { staff, via }: SessionCaller,
  { proof, ip }: { proof: PresenceProof; ip: string },
): Promise<Instant> =>
  decide(async () => {
    const [now, wall] = [ctx.clock.now(), ctx.clock.wall()]
    const alongside = await provePresence(ctx, staff, proof, now)
    const writes = [
      update('access.staff_sessions', {
        set: { authenticated_at: wall },
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
          after: { session: via.id, with: proof.kind },
        },
      ),
      ...alongside,
    ]
    await commit(ctx, now, writes, 'staff-sessions')
    return wall
  })

async function provePresence(ctx: AccessContext & AccessRules, staff: Staff, proof: PresenceProof, now: Instant) {
  if (proof.kind === 'password') {
    if (!ctx.passwordLogin) throw refuse('password_login_off')
    const proven = await checkPassword(ctx, { email: staff.email, password: proof.password })
    if (proven?.id !== staff.id) throw refuse('wrong_password', { field: 'password' })
    return []
  }
  const { writes } = await proveFactor(ctx, staff, proof)
  if (proof.kind !== 'passkey') return writes
  const challenge = await openChallenge(ctx, proof.token, 'proof')
  if (challenge.staffId !== staff.id) throw refuse('challenge_over')
  return [...writes, useChallenge(challenge, now)]
}

/** Ends an open session of a person; refuses one that is not theirs or has ended. */
export async function endSession(
  ctx: AccessContext,
  { by, staff, id }: { by: Author; staff: Staff; id: StaffSessionId },
): Promise<void> {
  const now = ctx.clock.now()
  const writes = [
    update('access.staff_sessions', {
      set: { ended_at: ctx.clock.wall() },
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

/** Ends all open sessions of a person but the one that is kept, if one is named. */
export const endOtherSessions = (
  ctx: AccessContext,
  { by, staff, kept }: { by: Author; staff: Staff; kept: StaffSessionId | undefined },
): Promise<void> =>
  decide(async () => {
    const now = ctx.clock.now()
    const entry = auditEntry(now, by, {
      action: 'staffSessionsEnded',
      owner: staff.scope,
      subject: { type: 'staff', id: staff.id },
      after: { kept: kept ?? null },
    })
    const found = await findStaff(ctx.db, staff.id)
    if (!found) throw refuse('staff_not_found', { who: staff.email })
    // A log-in changes the person, too: one that is committed meanwhile makes this stale, and its session ends as well.
    const writes = [turnOf(found), await endSessions(ctx, staff.id, kept), entry]
    await commit(ctx, now, writes, 'staff-sessions')
  })

/** Deletes sessions that ended longer ago than `kept`; the audit has the log-ins. */
export const deleteOldSessions = (
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  kept: Temporal.Duration,
): Promise<Swept> => {
  const before = clock.wall().toZonedDateTimeISO('UTC').subtract(kept).toInstant()
  return inBatches((most) => deleteEndedBefore(db, before, most))
}

const isBefore = (one: Instant, other: Instant): boolean => Temporal.Instant.compare(one, other) < 0
