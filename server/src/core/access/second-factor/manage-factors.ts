import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { type Author, auditEntry, checkName } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { anyOf, commit, decide, insert, type Ref, ref, update, type Write } from '#kernel/db/commit/commit.ts'
import type { AccessContext } from '../context.ts'
import type { StaffFactorId, StaffId, StaffSessionId } from '../ids.ts'
import { requireAnother } from '../person-actions.ts'
import { requireRecentProof } from '../proof.ts'
import { refuse } from '../refusals.ts'
import { actorOf, type SessionCaller, type Staff } from '../staff.ts'
import { endSessions } from '../staff-session-store.ts'
import { findStaff, type StaffRow, turnOf } from '../store.ts'
import { newChallenge, openChallenge, signedChallenge, useChallenge } from './challenges.ts'
import type { RelyingParty } from './factor.ts'
import { factorsMax, factorsOf, type HeldFactor, openRecoveryCodes } from './factor-store.ts'
import { newPasskeyOf, newPasskeyOptions, type Passkey } from './passkeys.ts'
import { openTotpSecret, sealTotpSecret } from './prove-factor.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'
import { openTotpSetup } from './totp-setup.ts'

type Row = Omit<Parameters<typeof insert<'access.staff_factors'>>[1] & object, 'x'>
type Added = { id: StaffFactorId; recoveryCodes: readonly Secret<string>[] }
type FromHere = { ip: string; name: string }

/**
 * Adds the app that the person has set up, once it shows the right code. Refuses a wrong code. An app that was added from
 * this setup is the one that there is: a second click makes no second one, and shows no recovery codes again.
 */
export const addTotp = (
  ctx: AccessContext,
  caller: SessionCaller,
  { setup, code, name, ip }: FromHere & { setup: string; code: string },
): Promise<Added> =>
  decide(async () => {
    const now = ctx.clock.now()
    const secret = openTotpSetup(ctx, caller.staff.id, setup)
    const step = stepOfCode(secret, { code, now: ctx.clock.wall(), lastStep: null })
    if (step === undefined) throw refuse('wrong_code', { field: 'code' })
    const columns = { sealed_secret: sealTotpSecret(ctx, caller.staff.id, secret), last_step: step }
    const isSame = (factor: HeldFactor) => factor.kind === 'totp' && openTotpSecret(ctx, factor).equals(secret)
    return addFactor(ctx, caller, { kind: 'totp', name, ip, now, columns, isSame })
  })

/** What the browser is asked for a new passkey, and the token of the challenge for its cookie. */
export async function beginPasskey(ctx: AccessContext, caller: SessionCaller, { host }: RelyingParty) {
  requireRecentProof(caller, ctx.clock)
  const token = await newChallenge(ctx, { purpose: 'enrolment', staffId: caller.staff.id })
  const known = (await factorsOf(ctx.db, caller.staff.id)).filter((one): one is Passkey => one.kind === 'passkey')
  const options = await newPasskeyOptions(caller.staff, {
    host,
    challenge: signedChallenge(ctx.keys, token.reveal()),
    known,
  })
  return { token, options }
}

/** Adds the passkey that the browser has made for this challenge. */
export const addPasskey = (
  ctx: AccessContext,
  caller: SessionCaller,
  { token, response, at, name, ip }: FromHere & { token: string; response: RegistrationResponseJSON; at: RelyingParty },
): Promise<Added> =>
  decide(async () => {
    const now = ctx.clock.now()
    const challenge = await openChallenge(ctx, token, 'enrolment')
    if (challenge.staffId !== caller.staff.id) throw refuse('challenge_over')
    const made = await newPasskeyOf(response, { at, challenge: signedChallenge(ctx.keys, token) })
    if (!made) throw refuse('wrong_passkey', { field: 'passkey' })
    const { credentialId: credential_id, publicKey: public_key, counter, transports } = made
    const columns = { credential_id, public_key, counter, transports }
    const alongside = [useChallenge(challenge, now)]
    return addFactor(ctx, caller, { kind: 'passkey', name, ip, now, columns, alongside })
  })

type NewFactor = FromHere & {
  kind: 'totp' | 'passkey'
  now: Instant
  columns: Partial<Row>
  alongside?: readonly Write[]
  isSame?: (factor: HeldFactor) => boolean
}

/** The first factor brings recovery codes, and ends all other sessions, which were opened without it. */
async function addFactor(ctx: AccessContext, caller: SessionCaller, input: NewFactor): Promise<Added> {
  const { kind, now, ip, columns, alongside = [], isSame = () => false } = input
  requireRecentProof(caller, ctx.clock)
  const { staff, via } = caller
  const name = checkName(input.name)
  const person = await personOf(ctx, staff.id)
  const known = await factorsOf(ctx.db, staff.id)
  const same = known.find(isSame)
  if (same) return { id: same.id, recoveryCodes: [] }
  if (known.length >= factorsMax) throw refuse('too_many_factors', { max: factorsMax })
  const isFirst = known.length === 0
  const factor = ref('factor')
  const fresh = isFirst ? newRecoveryCodes(ctx.keys, staff.id, now) : { codes: [], writes: [] }
  const ids = await commit(
    ctx,
    now,
    [
      turnOf(person, { has_second_factor: true }),
      insert(
        'access.staff_factors',
        { ...emptyFactor, staff_id: staff.id, kind, name, created_at: now, ...columns },
        {
          as: factor,
          onDuplicate: { staff_factors_credential_id_key: () => refuse('passkey_known', { field: 'passkey' }) },
        },
      ),
      ...fresh.writes,
      ...(isFirst ? [await endSessions(ctx, staff.id, via.id)] : []),
      ...(via.loggedInWith === 'password' ? [markProven(via.id, kind)] : []),
      factorEntry(now, caller, ip, 'staffFactorAdded', {
        factor,
        kind,
        name,
        ...(isFirst && { recoveryCodes: fresh.codes.length }),
      }),
      ...alongside,
    ],
    'manage-factors',
  )
  return { id: ids<StaffFactorId>(factor), recoveryCodes: fresh.codes }
}
const emptyFactor = {
  sealed_secret: null,
  last_step: null,
  credential_id: null,
  public_key: null,
  counter: null,
  transports: null,
  last_used_at: null,
  removed_at: null,
}

/** A session of a password alone is as good as one that began with the factor that was added in it. */
const markProven = (id: StaffSessionId, kind: 'totp' | 'passkey'): Write =>
  update('access.staff_sessions', { set: { logged_in_with: kind }, where: { id, ended_at: null } })

/** Renames one's own factor. */
export async function renameFactor(
  ctx: AccessContext,
  caller: SessionCaller,
  { id, ip, ...unchecked }: FromHere & { id: StaffFactorId },
): Promise<void> {
  const now = ctx.clock.now()
  const name = checkName(unchecked.name)
  await commit(
    ctx,
    now,
    [
      changeFactor(caller.staff.id, id, { name }),
      factorEntry(now, caller, ip, 'staffFactorRenamed', { factor: id, name }),
    ],
    'manage-factors',
  )
}

/** Removes one of one's factors; with the last one the recovery codes end. Refuses the last one where one is required. */
export const removeFactor = (
  ctx: AccessContext,
  caller: SessionCaller,
  { id, ip, isRequired }: { id: StaffFactorId; ip: string; isRequired: boolean },
): Promise<void> =>
  decide(async () => {
    const now = ctx.clock.now()
    requireRecentProof(caller, ctx.clock)
    const person = await personOf(ctx, caller.staff.id)
    const known = await factorsOf(ctx.db, caller.staff.id)
    const factor = known.find((one) => one.id === id)
    if (!factor) throw refuse('factor_not_found', { id })
    const isLast = known.length === 1
    if (isLast && isRequired) throw refuse('factor_required')
    const { kind, name } = factor
    const writes = [
      turnOf(person, { has_second_factor: !isLast }),
      changeFactor(caller.staff.id, id, { removed_at: now }),
      ...(isLast ? await endRecoveryCodes(ctx, caller.staff.id, now) : []),
      factorEntry(now, caller, ip, 'staffFactorRemoved', { factor: id, kind, name }),
    ]
    await commit(ctx, now, writes, 'manage-factors')
  })

/** Ten new recovery codes; the older ones end. */
export const renewRecoveryCodes = (
  ctx: AccessContext,
  caller: SessionCaller,
  { ip }: { ip: string },
): Promise<readonly Secret<string>[]> =>
  decide(async () => {
    const now = ctx.clock.now()
    requireRecentProof(caller, ctx.clock)
    const turn = turnOf(await personOf(ctx, caller.staff.id))
    if ((await factorsOf(ctx.db, caller.staff.id)).length === 0) throw refuse('no_second_factor')
    const { codes, writes } = newRecoveryCodes(ctx.keys, caller.staff.id, now)
    const older = await endRecoveryCodes(ctx, caller.staff.id, now)
    const entry = factorEntry(now, caller, ip, 'staffRecoveryCodesRenewed', { recoveryCodes: codes.length })
    await commit(ctx, now, [turn, ...older, ...writes, entry], 'manage-factors')
    return codes
  })

type Reset = { by: Author; staffId: StaffId; once?: (() => Write[]) | undefined }

/** For a person who has lost them: removes all factors, ends the recovery codes and all sessions of the person. */
export const resetSecondFactors = (ctx: AccessContext, { by, staffId, once }: Reset): Promise<Staff> =>
  decide(async () => {
    const now = ctx.clock.now()
    const found = await personOf(ctx, staffId)
    requireAnother(found.staff, by.actor)
    const factors = await factorsOf(ctx.db, staffId)
    if (factors.length === 0 && !found.hasSecondFactor) throw refuse('no_second_factor')
    const writes = [
      turnOf(found, { has_second_factor: false }),
      ...factors.map(({ id }) => changeFactor(staffId, id, { removed_at: now })),
      ...(await endRecoveryCodes(ctx, staffId, now)),
      await endSessions(ctx, staffId),
      auditEntry(now, by, {
        action: 'staffSecondFactorReset',
        owner: found.staff.scope,
        subject: { type: 'staff', id: staffId },
        before: { factors: factors.map(({ kind, name }) => ({ kind, name })) },
      }),
      ...(once?.() ?? []),
    ]
    await commit(ctx, now, writes, 'manage-factors')
    return found.staff
  })

/** To be read before the factors and the sessions of the person. */
async function personOf({ db }: AccessContext, staffId: StaffId): Promise<StaffRow> {
  const found = await findStaff(db, staffId)
  if (!found) throw refuse('staff_not_found', { who: staffId })
  return found
}

const changeFactor = (staffId: StaffId, id: StaffFactorId, set: { name: string } | { removed_at: Instant }): Write =>
  update('access.staff_factors', {
    set,
    where: { id, staff_id: staffId, removed_at: null },
    onMiss: () => refuse('factor_not_found', { id }),
  })

async function endRecoveryCodes({ db }: AccessContext, staffId: StaffId, now: Instant): Promise<Write[]> {
  const codes = (await openRecoveryCodes(db, staffId)).map(({ id }) => id)
  const where = { id: anyOf(codes), ended_at: null }
  return [update('access.staff_recovery_codes', { set: { ended_at: now }, where, expect: codes.length })]
}

function factorEntry(
  now: Instant,
  { staff, via }: SessionCaller,
  ip: string,
  action: string,
  after: Readonly<Record<string, string | number | bigint | Ref>>,
): Write {
  const by = { actor: actorOf(staff), fromWhere: `${ip}, session ${via.id}` }
  return auditEntry(now, by, { action, owner: staff.scope, subject: { type: 'staff', id: staff.id }, after })
}
