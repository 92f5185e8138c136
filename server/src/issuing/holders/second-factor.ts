import { partnerOwner } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { announce, commit, decide, update } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import { planEmail } from './emails/plan-email.ts'
import type { TokenPair } from './holder.ts'
import { codeFits, codeLifetime, codeTries, newCode, sealCode } from './one-time-code.ts'
import { refuse } from './refusals.ts'
import { refuseCode } from './refuse-code.ts'
import { hashOfToken } from './secret-token.ts'
import { startSession } from './sessions.ts'
import { findPendingLogin, type PendingLoginRow } from './store.ts'
import { throttle, throttleEmails } from './throttle.ts'

/** Codes for one login. With five tries each, a guesser has fifteen of a million. */
const codesMax = 3

type Sent = { token: Secret<string>; ip: string }

/** Sends a code to the customer whose login waits for it. A code that was sent before stops working. */
export async function sendLoginCode(ctx: HoldersContext, { token, ip }: Sent): Promise<{ expiresInSeconds: number }> {
  const { id, partnerId, email } = await openLogin(ctx, token, ctx.clock.now())
  await throttle(ctx, { ip, partnerId, identity: id })
  await throttleEmails(ctx, { partnerId, email })
  return decide(async () => {
    const now = ctx.clock.now()
    const found = await openLogin(ctx, token, now)
    if (found.codesSent >= codesMax) throw refuse('too_many_codes')
    const code = newCode()
    const expiresAt = earlier(now.add(codeLifetime), found.expiresAt)
    const set = {
      code: sealCode(ctx.keys, id, code),
      code_expires_at: expiresAt,
      codes_sent: found.codesSent + 1,
      tries_left: codeTries,
      version: found.version + 1,
    }
    const writes = [
      update('holders.pending_logins', { set, where: { id, version: found.version } }),
      planEmail(ctx, now, { partnerId, to: email, language: found.language, kind: 'login-code', code }),
      announce('codeSent', {
        owner: partnerOwner(partnerId),
        subjectId: id,
        body: { purpose: 'login' },
        subject: undefined,
      }),
    ]
    await commit(ctx, now, writes, 'second-factor')
    return { expiresInSeconds: Math.floor(now.until(expiresAt).total('seconds')) }
  })
}

/** Tokens for the login whose code this is. The session token is used up by it. */
export async function verifyLoginCode(
  ctx: HoldersContext,
  { token, ip, code }: Sent & { code: string },
): Promise<TokenPair> {
  const { id, partnerId } = await openLogin(ctx, token, ctx.clock.now())
  await throttle(ctx, { ip, partnerId, identity: id })
  return decide(async () => {
    const now = ctx.clock.now()
    const found = await openLogin(ctx, token, now)
    if (!found.code || !isFresh(found, now)) throw refuse('invalid_code', { field: 'code' })
    const where = { id, version: found.version }
    const version = found.version + 1
    if (!codeFits(ctx.keys, id, found.code, code))
      return refuseCode(ctx, now, { table: 'holders.pending_logins', purpose: 'login', partnerId, kept: found })
    const holder = { id: found.holderId, partnerId }
    const { writes, tokens } = await startSession(ctx, now, { holder, method: 'email' })
    const used = update('holders.pending_logins', { set: { used_at: now, version }, where })
    await commit(ctx, now, [used, ...writes], 'second-factor')
    return tokens
  })
}

async function openLogin(ctx: HoldersContext, token: Secret<string>, now: Instant): Promise<PendingLoginRow> {
  const found = await findPendingLogin(ctx.db, hashOfToken(token))
  if (!found || found.usedAt !== null || Temporal.Instant.compare(now, found.expiresAt) >= 0)
    throw refuse('invalid_session_token')
  return found
}

const isFresh = ({ codeExpiresAt, triesLeft }: PendingLoginRow, now: Instant): boolean =>
  codeExpiresAt !== null && triesLeft > 0 && Temporal.Instant.compare(now, codeExpiresAt) < 0

const earlier = (one: Instant, other: Instant): Instant => (Temporal.Instant.compare(one, other) < 0 ? one : other)
