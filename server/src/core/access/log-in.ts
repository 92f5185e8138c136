import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Secret } from '#kernel/base/secret.ts'
import { decide } from '#kernel/db/commit/commit.ts'
import { type Browser, beginSession, type NewSession } from './begin-session.ts'
import type { AccessContext, AccessRules } from './context.ts'
import type { StaffId } from './ids.ts'
import { withPassword } from './manage-staff.ts'
import { refuse } from './refusals.ts'
import { newChallenge, openChallenge, signedChallenge, useChallenge } from './second-factor/challenges.ts'
import type { FactorProof, RelyingParty } from './second-factor/factor.ts'
import { factorsOf, findPasskey, openRecoveryCodes } from './second-factor/factor-store.ts'
import { type Passkey, signatureOptions } from './second-factor/passkeys.ts'
import { proveFactor, provePasskey } from './second-factor/prove-factor.ts'
import type { Staff } from './staff.ts'
import { findStaff, turnOf } from './store.ts'

export type Login = Browser & { email: string; password: Secret<string>; at: RelyingParty }
/** The password was right, and a second step is missing: with the token, which is for a cookie, nothing else can be done. */
export type PendingLogin = { token: Secret<string>; ways: Ways }
/** What a person can show as the second step, and what the browser is asked for a passkey. */
export type Ways = {
  totp: boolean
  recoveryCode: boolean
  passkey: PublicKeyCredentialRequestOptionsJSON | undefined
}

/**
 * Logs a person in with the password, or asks for the second step, if the person has one. Refuses wrong and unknown
 * addresses in the same words and the same time.
 */
export const logIn = (
  ctx: AccessContext & AccessRules,
  { email, password, at, ...browser }: Login,
): Promise<NewSession | PendingLogin> =>
  decide(async () => {
    if (!ctx.passwordLogin) throw refuse('password_login_off')
    const found = await withPassword(ctx, { email, password })
    if (!found) throw refuse('wrong_login')
    const { staff } = found
    if (!found.hasSecondFactor && (await factorsOf(ctx.db, staff.id)).length === 0)
      return beginSession(ctx, { ...browser, found, loggedInWith: 'password' })
    const token = await newChallenge(ctx, { purpose: 'second_step', staffId: staff.id, alongside: [turnOf(found)] })
    return { token, ways: await waysOf(ctx, staff, { at, token: token.reveal() }) }
  })

/**
 * How a person can prove to be there beside the password; the token is the one of the challenge that is open for it. The
 * recovery codes count also when somebody has taken the factor away by hand.
 */
export async function waysOf(
  { db, keys }: Pick<AccessContext, 'db' | 'keys'>,
  { id }: Pick<Staff, 'id'>,
  { at, token }: { at: RelyingParty; token: string },
): Promise<Ways> {
  const factors = await factorsOf(db, id)
  const passkeys = factors.filter((one): one is Passkey => one.kind === 'passkey')
  const challenge = signedChallenge(keys, token)
  return {
    totp: factors.some(({ kind }) => kind === 'totp'),
    recoveryCode: (await openRecoveryCodes(db, id)).length > 0,
    passkey: passkeys.length > 0 ? await signatureOptions(passkeys, { host: at.host, challenge }) : undefined,
  }
}

/** Whose log-in waits for the second step. Refuses what is over. */
export async function pendingPerson(ctx: AccessContext, token: string): Promise<StaffId> {
  const { staffId } = await openChallenge(ctx, token, 'second_step')
  if (staffId === null) throw refuse('challenge_over')
  return staffId
}

/** Completes a log-in with the second step. Refuses a wrong proof; the person may try again until the challenge is over. */
export const takeSecondStep = (
  ctx: AccessContext,
  { token, proof, ...browser }: Browser & { token: string; proof: FactorProof },
): Promise<NewSession> =>
  decide(async () => {
    const challenge = await openChallenge(ctx, token, 'second_step')
    const found = challenge.staffId === null ? undefined : await findStaff(ctx.db, challenge.staffId)
    if (!found?.staff.active) throw refuse('challenge_over')
    const { with: loggedInWith, writes } = await proveFactor(ctx, found.staff, proof)
    const alongside = [...writes, useChallenge(challenge, ctx.clock.now())]
    return beginSession(ctx, { ...browser, found, loggedInWith, alongside })
  })

/** A log-in by a passkey alone: the browser is asked for whichever one the person has for this host. */
export async function beginPasskeyLogin(
  ctx: AccessContext & AccessRules,
  { host }: RelyingParty,
): Promise<{ token: Secret<string>; options: PublicKeyCredentialRequestOptionsJSON }> {
  if (!ctx.passwordLogin) throw refuse('password_login_off')
  const token = await newChallenge(ctx, { purpose: 'passkey', staffId: null })
  const challenge = signedChallenge(ctx.keys, token.reveal())
  return { token, options: await signatureOptions(undefined, { host, challenge }) }
}

/** Logs the owner of a passkey in, who has unlocked it: that it is there and who unlocked it are two factors. */
export const logInByPasskey = (
  ctx: AccessContext & AccessRules,
  { proof, ...browser }: Browser & { proof: Extract<FactorProof, { kind: 'passkey' }> },
): Promise<NewSession> =>
  decide(async () => {
    if (!ctx.passwordLogin) throw refuse('password_login_off')
    const now = ctx.clock.now()
    const challenge = await openChallenge(ctx, proof.token, 'passkey')
    const passkey = await findPasskey(ctx.db, Buffer.from(proof.response.id, 'base64url'))
    const found = passkey && (await findStaff(ctx.db, passkey.staffId))
    const isTheirs = passkey?.kind === 'passkey' && found?.staff.active
    const writes = isTheirs ? await provePasskey(ctx, passkey, { proof, now, isAlone: true }) : undefined
    if (!(found && writes)) throw refuse('wrong_passkey', { field: 'passkey' })
    const alongside = [...writes, useChallenge(challenge, now)]
    return beginSession(ctx, { ...browser, found, loggedInWith: 'passkey', alongside })
  })
