import type { Instant } from '#kernel/base/clock.ts'
import { update, type Write } from '#kernel/db/commit/commit.ts'
import type { AccessContext } from '../context.ts'
import type { StaffId } from '../ids.ts'
import { refuse } from '../refusals.ts'
import type { Staff } from '../staff.ts'
import { signedChallenge } from './challenges.ts'
import type { FactorProof, LoggedInWith } from './factor.ts'
import { factorsOf, type HeldFactor, openRecoveryCodes } from './factor-store.ts'
import { counterAfter, type Passkey } from './passkeys.ts'
import { recoveryFingerprint } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

type Proven = { with: LoggedInWith; writes: Write[] }

/**
 * Checks what a person shows as the second step. Its writes make sure that nothing counts twice: neither a code of an app,
 * nor a recovery code, nor a signature of a passkey that counts. Refuses what proves nothing, in the same words.
 */
export async function proveFactor(ctx: AccessContext, { id }: Pick<Staff, 'id'>, proof: FactorProof): Promise<Proven> {
  const now = ctx.clock.now()
  const proven =
    proof.kind === 'totp'
      ? await proveCode(ctx, id, proof.code, now)
      : proof.kind === 'passkey'
        ? await provePasskeyOf(ctx, id, proof, now)
        : await proveRecoveryCode(ctx, id, proof.code.reveal(), now)
  if (!proven) throw refuse(proof.kind === 'passkey' ? 'wrong_passkey' : 'wrong_code', { field: fieldOf[proof.kind] })
  return { with: proof.kind, writes: proven }
}
const fieldOf = { totp: 'code', recovery_code: 'recoveryCode', passkey: 'passkey' } as const

async function proveCode(ctx: AccessContext, id: StaffId, code: string, now: Instant): Promise<Write[] | undefined> {
  for (const factor of await factorsOf(ctx.db, id)) {
    if (factor.kind !== 'totp') continue
    const secret = openTotpSecret(ctx, factor)
    const step = stepOfCode(secret, { code, now: ctx.clock.wall(), lastStep: factor.lastStep })
    secret.fill(0)
    if (step === undefined) continue
    const where = { id: factor.id, last_step: factor.lastStep, removed_at: null }
    return [update('access.staff_factors', { set: { last_step: step, last_used_at: now }, where })]
  }
  return undefined
}

export const openTotpSecret = (
  { keys }: Pick<AccessContext, 'keys'>,
  { staffId, sealedSecret }: { staffId: StaffId; sealedSecret: Uint8Array },
): Buffer => keys.open('directory', sealedSecret, totpContext(staffId))

export const sealTotpSecret = (
  { keys }: Pick<AccessContext, 'keys'>,
  staffId: StaffId,
  secret: Uint8Array,
): Uint8Array => keys.seal('directory', secret, totpContext(staffId))

const totpContext = (staffId: StaffId): string => `authenticator app of staff ${staffId}`

async function proveRecoveryCode(
  { db, keys }: AccessContext,
  id: StaffId,
  typed: string,
  now: Instant,
): Promise<Write[] | undefined> {
  const fingerprint = recoveryFingerprint(keys, id, typed)
  const code = (await openRecoveryCodes(db, id)).find((open) => fingerprint.equals(open.fingerprint))
  if (!code) return undefined
  return [update('access.staff_recovery_codes', { set: { ended_at: now }, where: { id: code.id, ended_at: null } })]
}

async function provePasskeyOf(
  ctx: AccessContext,
  id: StaffId,
  proof: Extract<FactorProof, { kind: 'passkey' }>,
  now: Instant,
): Promise<Write[] | undefined> {
  const passkey = (await factorsOf(ctx.db, id)).find(
    (factor): factor is Passkey => factor.kind === 'passkey' && isNamed(factor, proof.response.id),
  )
  return passkey && provePasskey(ctx, passkey, { proof, now, isAlone: false })
}

const isNamed = (factor: HeldFactor, credentialId: string): boolean =>
  factor.kind === 'passkey' && Buffer.from(credentialId, 'base64url').equals(factor.credentialId)

/** @param isAlone The passkey stands for both steps, so the person must have unlocked it. */
export async function provePasskey(
  { keys }: Pick<AccessContext, 'keys'>,
  passkey: Passkey,
  { proof, now, isAlone }: { proof: Extract<FactorProof, { kind: 'passkey' }>; now: Instant; isAlone: boolean },
): Promise<Write[] | undefined> {
  const { response, at, token } = proof
  const counter = await counterAfter(passkey, { response, at, challenge: signedChallenge(keys, token), isAlone })
  if (counter === undefined) return undefined
  const where = { id: passkey.id, counter: passkey.counter, removed_at: null }
  return [update('access.staff_factors', { set: { counter, last_used_at: now }, where })]
}
