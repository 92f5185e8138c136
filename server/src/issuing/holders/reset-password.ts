import { randomUUID } from 'node:crypto'
import { type PartnerId, partnerOwner } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { announce, commit, commitTogether, decide, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import { planEmail } from './emails/plan-email.ts'
import { withLoginsHeld } from './end-sessions.ts'
import { planNewPassword } from './new-password.ts'
import { codeFits, codeLifetime, codeTries, impossibleCode, newCode, sealCode } from './one-time-code.ts'
import { findPasswordReset, type PasswordResetRow } from './password-resets.ts'
import { assertGoodPassword } from './password-rule.ts'
import { refuse } from './refusals.ts'
import { refuseCode } from './refuse-code.ts'
import { findHolderByEmail, findLogin, type LoginRow } from './store.ts'
import { throttle, throttleEmails } from './throttle.ts'

type Named = { partnerId: PartnerId; email: string; ip: string }

/**
 * Sends a code with which a customer chooses a new password; a code that was sent before stops working. If nobody with a
 * password has the address, the reply and the work are the same, but no code fits, and the email says so.
 */
export async function sendPasswordCode(
  ctx: HoldersContext,
  { partnerId, email, ip }: Named,
): Promise<{ expiresInSeconds: number }> {
  await throttle(ctx, { ip, partnerId, identity: email })
  await throttleEmails(ctx, { partnerId, email })
  const holder = withPassword(await findHolderByEmail(ctx.db, partnerId, email))
  const now = ctx.clock.now()
  const id = randomUUID()
  const code = newCode()
  const row = {
    partner_id: partnerId,
    email: email.toLowerCase(),
    id,
    version: 1,
    holder_id: holder?.id ?? null,
    code: sealCode(ctx.keys, id, holder ? code : impossibleCode),
    tries_left: codeTries,
    created_at: now,
    expires_at: now.add(codeLifetime),
    used_at: null,
  }
  const replaced = ['id', 'version', 'holder_id', 'code', 'tries_left', 'created_at', 'expires_at', 'used_at'] as const
  const to = { partnerId, to: holder?.email ?? email, language: holder?.language ?? 'en' }
  const writes = [
    insert('holders.password_resets', row, { orElse: { conflict: ['partner_id', 'email'], set: replaced } }),
    planEmail(ctx, now, { ...to, ...(holder ? { kind: 'password-code', code } : { kind: 'no-password' }) }),
    announce('codeSent', {
      owner: partnerOwner(partnerId),
      subjectId: id,
      body: { purpose: 'password' },
      subject: undefined,
    }),
  ]
  await commit(ctx, now, writes, 'reset-password')
  return { expiresInSeconds: codeLifetime.total('seconds') }
}

export type PasswordReset = Named & {
  code: string
  newPassword: Secret<string>
  once(subjectId: string): Write[]
}

/** A new password for the customer who received the newest code. All sessions end; the customer logs in with it. */
export async function resetPassword(ctx: HoldersContext, input: PasswordReset): Promise<void> {
  const { partnerId, email, ip, code, newPassword, once } = input
  assertGoodPassword(newPassword, email, 'newPassword')
  await throttle(ctx, { ip, partnerId, identity: email })
  const passwordHash = await ctx.passwords.hash(newPassword)
  await decide(async () => {
    const now = ctx.clock.now()
    const found = await findPasswordReset(ctx.db, { partnerId, email: email.toLowerCase() })
    if (!found || !isOpen(found, now)) throw refuse('invalid_code', { field: 'code' })
    const where = { id: found.id, version: found.version }
    const version = found.version + 1
    const holder = await holderOfCode(ctx, found, code)
    if (!holder)
      return refuseCode(ctx, now, { table: 'holders.password_resets', purpose: 'password', partnerId, kept: found })
    const used = update('holders.password_resets', { set: { used_at: now, version }, where })
    await withLoginsHeld(ctx, holder.id, async (db) => {
      const held = { ...ctx, db }
      const writes = await planNewPassword(held, now, { holder, passwordHash, how: 'reset', ip })
      await commitTogether(held, now, [used, ...writes, ...once(holder.id)], 'reset-password')
    })
  })
}

/** The holder to whom the code was sent, if it is the right one. */
async function holderOfCode(
  { db, keys }: HoldersContext,
  { id, holderId, code }: PasswordResetRow,
  typed: string,
): Promise<LoginRow | undefined> {
  if (!codeFits(keys, id, code, typed) || holderId === null) return undefined
  return withPassword(await findLogin(db, holderId))
}

const withPassword = (holder: LoginRow | undefined): LoginRow | undefined =>
  holder?.status === 'active' && holder.passwordHash !== null ? holder : undefined

const isOpen = ({ usedAt, triesLeft, expiresAt }: PasswordResetRow, now: Instant): boolean =>
  usedAt === null && triesLeft > 0 && Temporal.Instant.compare(now, expiresAt) < 0
