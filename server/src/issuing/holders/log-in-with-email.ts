import { randomUUID } from 'node:crypto'
import { type PartnerId, partnerOwner } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { announce, commit, guard, insert, type Write } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import type { LoginMethod, PendingLogin, TokenPair } from './holder.ts'
import { refuse } from './refusals.ts'
import { hashOfToken, newSecretToken } from './secret-token.ts'
import { startSession } from './sessions.ts'
import { findHolderByEmail, type LoginRow } from './store.ts'
import { throttle } from './throttle.ts'

export type EmailLogin = {
  partnerId: PartnerId
  email: string
  password: Secret<string>
  ip: string
  once(subjectId: string): Write[]
}

/** How long a login waits for its second factor (product decision, tokens). */
const pendingLifetime = Temporal.Duration.from({ minutes: 10 })

/**
 * Tokens, or for a customer with a second factor a session token that waits for it. An unknown address costs and replies
 * what a wrong password does.
 */
export async function logInWithEmail(ctx: HoldersContext, input: EmailLogin): Promise<TokenPair | PendingLogin> {
  const { partnerId, email, password, ip, once } = input
  await throttle(ctx, { ip, partnerId, identity: email })
  const holder = await findHolderByEmail(ctx.db, partnerId, email)
  const matches = await ctx.passwords.matches(password, holder?.passwordHash ?? undefined)
  const now = ctx.clock.now()
  if (!holder || !matches || holder.status !== 'active') {
    await commit(ctx, now, [loginFailed(partnerId, 'email', holder)], 'log-in-with-email')
    throw refuse('wrong_login')
  }
  const { writes, login } = holder.secondFactor
    ? beginLogin(now, holder)
    : await startSession(ctx, now, { holder, method: 'email' }).then(({ writes, tokens }) => ({
        writes,
        login: tokens,
      }))
  // A password that was changed while this one was compared is not the customer's any more.
  const unchanged = guard('holders.holders', { id: holder.id, version: holder.version }, () => refuse('wrong_login'))
  await commit(ctx, now, [unchanged, ...writes, ...once(holder.id)], 'log-in-with-email')
  return login
}

/** The event of a login that failed, the same for a known and an unknown customer. */
export const loginFailed = (
  partnerId: PartnerId,
  method: LoginMethod,
  holder: Pick<LoginRow, 'id'> | undefined,
): Write =>
  announce('loginFailed', {
    owner: partnerOwner(partnerId),
    subjectId: randomUUID(),
    body: { method, customerId: holder?.id ?? null },
    subject: undefined,
  })

function beginLogin(now: Instant, { id, partnerId }: LoginRow): { writes: Write[]; login: PendingLogin } {
  const sessionToken = newSecretToken('st')
  const loginId = randomUUID()
  const row = {
    id: loginId,
    token_hash: hashOfToken(sessionToken),
    holder_id: id,
    partner_id: partnerId,
    code: null,
    code_expires_at: null,
    created_at: now,
    expires_at: now.add(pendingLifetime),
    used_at: null,
  }
  return {
    writes: [
      insert('holders.pending_logins', row),
      announce('loginBegun', {
        owner: partnerOwner(partnerId),
        subjectId: loginId,
        body: { method: 'email', customerId: id },
        subject: undefined,
      }),
    ],
    login: { sessionToken, expiresInSeconds: pendingLifetime.total('seconds') },
  }
}
