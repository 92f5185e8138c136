import { randomBytes } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { genuineRow } from '#kernel/db/bound/genuine.ts'
import { anyOf, commit, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { AccessContext } from '../context.ts'
import type { StaffChallengeId, StaffId } from '../ids.ts'
import { refuse } from '../refusals.ts'

/** What a browser has begun: the second step of a log-in, a log-in by passkey, a proof to be there, a new passkey. */
export type ChallengePurpose = 'second_step' | 'passkey' | 'proof' | 'enrolment'
type Challenge = { id: StaffChallengeId; purpose: ChallengePurpose; staffId: StaffId | null; expiresAt: Instant }

/** A person finds the telephone and types a code within so long. */
export const challengeLifetime = Temporal.Duration.from({ minutes: 5 })

/** Makes a challenge. The token is for a cookie of the browser that began, and is stored nowhere. */
export async function newChallenge(
  ctx: AccessContext,
  {
    purpose,
    staffId,
    alongside = [],
  }: { purpose: ChallengePurpose; staffId: StaffId | null; alongside?: readonly Write[] },
): Promise<Secret<string>> {
  const now = ctx.clock.now()
  const token = new Secret(`fsc_${randomBytes(32).toString('base64url')}`)
  const row = {
    fingerprint: fingerprintOf(ctx.keys, token.reveal()),
    purpose,
    staff_id: staffId,
    created_at: now,
    expires_at: now.add(challengeLifetime),
    used_at: null,
  }
  await commit(ctx, now, [insert('access.staff_challenges', row), ...alongside], 'challenges')
  return token
}

/** The open challenge of a token, made for this; refuses one that is unknown, used, expired, or made for another thing. */
export async function openChallenge(
  { db, clock, keys }: Pick<AccessContext, 'db' | 'clock' | 'keys'>,
  token: string,
  purpose: ChallengePurpose,
): Promise<Challenge> {
  const found = /^fsc_[\w-]{43}$/.test(token) ? await findChallenge(db, fingerprintOf(keys, token)) : undefined
  const isOpen = found?.purpose === purpose && Temporal.Instant.compare(clock.now(), found.expiresAt) < 0
  if (!found || !isOpen) throw refuse('challenge_over')
  return found
}

async function findChallenge(db: Db, fingerprint: Uint8Array): Promise<Challenge | undefined> {
  const found = await db.read
    .selectFrom('access.staff_challenges')
    .selectAll()
    .where('fingerprint', '=', fingerprint)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  const row = await genuineRow(db, 'access.staff_challenges', found)
  return row && { id: row.id, purpose: row.purpose, staffId: row.staff_id, expiresAt: row.expires_at }
}

/** A challenge is used once. */
export const useChallenge = ({ id }: Challenge, now: Instant): Write =>
  update('access.staff_challenges', {
    set: { used_at: now },
    where: { id, used_at: null },
    onMiss: () => refuse('challenge_over'),
  })

/** Ends the log-ins of a person that wait for the second step: their password is another one. */
export async function endSecondSteps(db: Db, staffId: StaffId, now: Instant): Promise<Write> {
  const open = await db.read
    .selectFrom('access.staff_challenges')
    .select('id')
    .where('staff_id', '=', staffId)
    .where('purpose', '=', 'second_step')
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .execute()
  const where = { id: anyOf(open.map(({ id }) => id)), used_at: null }
  return update('access.staff_challenges', { set: { used_at: now }, where, expect: open.length })
}

/** What a passkey signs: it follows from the token, so that only the browser with the cookie can have it signed. */
export const signedChallenge = (keys: KeyRing, token: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(keys.fingerprint('siteKey', `staff passkey challenge ${token}`))

const fingerprintOf = (keys: KeyRing, token: string): Buffer => keys.fingerprint('siteKey', `staff challenge ${token}`)

/** What was begun and is over tells nobody anything. */
export async function deleteOldChallenges({ db, clock }: Pick<AccessContext, 'db' | 'clock'>): Promise<void> {
  await db.run('delete from access.staff_challenges where expires_at < $1', [clock.now().subtract({ hours: 24 })])
}
