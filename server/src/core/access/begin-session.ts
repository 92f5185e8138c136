import { randomBytes } from 'node:crypto'
import { auditEntry } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { commit, insert, ref, type Write } from '#kernel/db/commit/commit.ts'
import type { AccessContext } from './context.ts'
import type { StaffSessionId } from './ids.ts'
import type { LoggedInWith } from './second-factor/factor.ts'
import { actorOf, type Staff, type StaffSession } from './staff.ts'
import { type StaffRow, turnOf } from './store.ts'

/** A session ends so long after the login, whatever was done in it. It goes by the machine: who moves a clock stays logged in. */
const lifetime = Temporal.Duration.from({ hours: 12 })

/** Where a browser calls from, as one's own list of sessions shows it. */
export type Browser = { ip: string; agent: string }
export type NewSession = { staff: Staff; session: StaffSession; token: Secret<string> }

/**
 * Begins a session of a person who has proved everything that was asked of them as `found` was read: of a person who has
 * changed since, who may have a second factor or another password by now, nothing is written. The token is for a cookie
 * and is stored nowhere.
 */
export async function beginSession(
  ctx: AccessContext,
  {
    found,
    ip,
    agent,
    loggedInWith,
    authenticatedAt,
    alongside = [],
  }: Browser & { found: StaffRow; loggedInWith: LoggedInWith; authenticatedAt?: Instant; alongside?: readonly Write[] },
): Promise<NewSession> {
  const { staff } = found
  const [now, wall] = [ctx.clock.now(), ctx.clock.wall()]
  const token = new Secret(`fss_${randomBytes(32).toString('base64url')}`)
  const [expiresAt, session] = [wall.add(lifetime), ref('session')]
  const row = {
    staff_id: staff.id,
    fingerprint: sessionFingerprint(ctx.keys, token.reveal()),
    agent: agent.slice(0, agentLengthMax),
    ip,
    created_at: wall,
    last_used_at: wall,
    authenticated_at: authenticatedAt ?? wall,
    expires_at: expiresAt,
    ended_at: null,
    logged_in_with: loggedInWith,
  }
  const by = { actor: actorOf(staff), fromWhere: ip }
  const entry = auditEntry(now, by, {
    action: 'staffLoggedIn',
    owner: staff.scope,
    subject: { type: 'staff', id: staff.id },
    after: { session, agent: row.agent, with: loggedInWith },
  })
  // A version from before this was recorded may have added the factor.
  const isNew = !found.hasSecondFactor && (loggedInWith === 'totp' || loggedInWith === 'passkey')
  const turn = turnOf(found, isNew ? { has_second_factor: true } : {})
  const writes = [turn, insert('access.staff_sessions', row, { as: session }), entry, ...alongside]
  const ids = await commit(ctx, now, writes, 'begin-session')
  const id = ids<StaffSessionId>(session)
  const times = { createdAt: wall, lastUsedAt: wall, authenticatedAt: row.authenticated_at, expiresAt }
  return { staff, token, session: { id, agent: row.agent, ip, loggedInWith, ...times } }
}
const agentLengthMax = 200

export const sessionFingerprint = (keys: KeyRing, token: string): Buffer =>
  keys.fingerprint('siteKey', `staff session ${token}`)
