import { auditEntry } from '#core/directory'
import { partnerOwner } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, anyOf, increase, type Miss, update, type Write } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import { planEmail } from './emails/plan-email.ts'
import { planEndOfSessions } from './end-sessions.ts'
import { holderOwner, type PasswordChange } from './holder.ts'
import { waitingLoginsOf } from './password-resets.ts'
import type { LoginRow } from './store.ts'

export type NewPassword = {
  holder: LoginRow
  passwordHash: string
  how: PasswordChange
  ip: string
  /** What it means that the holder was changed meanwhile. */
  onMiss?: Miss
}

/**
 * The writes of a new password. All sessions end, and the logins that wait for a second factor: somebody else may have
 * begun them. The customer receives an email.
 */
export async function planNewPassword(ctx: HoldersContext, now: Instant, input: NewPassword): Promise<Write[]> {
  const { holder, passwordHash, how, ip, onMiss = 'stale' } = input
  const { id, partnerId, version, email, language } = holder
  const [sessions, waiting] = await Promise.all([
    planEndOfSessions(ctx, now, { holderId: id, reason: 'password_changed' }),
    waitingLoginsOf(ctx.db, id),
  ])
  const { count, writes } = sessions
  const changed = { password_hash: passwordHash, version: version + 1 }
  const used = { used_at: now, version: increase(1n) }
  return [
    update('holders.holders', { set: changed, where: { id, version }, onMiss }),
    ...writes,
    ...(waiting.length === 0
      ? []
      : [
          update('holders.pending_logins', {
            set: used,
            where: { id: anyOf(waiting), used_at: null },
            expect: waiting.length,
          }),
        ]),
    announce('holderPasswordChanged', { owner: holderOwner(id), subjectId: id, body: { how }, subject: undefined }),
    auditEntry(
      now,
      { actor: `customer ${id}`, fromWhere: ip },
      {
        action: 'passwordChanged',
        owner: partnerOwner(partnerId),
        subject: { type: 'holder', id },
        after: { how, sessionsEnded: count },
      },
    ),
    ...(email === null ? [] : [planEmail(ctx, now, { partnerId, to: email, language, kind: 'password-changed' })]),
  ]
}
