import { auditEntry } from '#core/directory'
import { partnerOwner } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, type Miss, update, type Write } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import { planEmail } from './emails/plan-email.ts'
import { planEndOfSessions } from './end-sessions.ts'
import { holderOwner, type PasswordChange } from './holder.ts'
import type { LoginRow } from './store.ts'

export type NewPassword = {
  holder: LoginRow
  passwordHash: string
  how: PasswordChange
  ip: string
  /** What it means that the holder was changed meanwhile. */
  onMiss?: Miss
}

/** The writes of a new password, under the lock of the holder. All sessions end. The customer receives an email. */
export async function planNewPassword(ctx: HoldersContext, now: Instant, input: NewPassword): Promise<Write[]> {
  const { holder, passwordHash, how, ip, onMiss = 'stale' } = input
  const { id, partnerId, version, email, language } = holder
  const { count, writes } = await planEndOfSessions(ctx, now, { holderId: id, reason: 'password_changed' })
  const changed = { password_hash: passwordHash, version: version + 1 }
  return [
    update('holders.holders', { set: changed, where: { id, version }, onMiss }),
    ...writes,
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
