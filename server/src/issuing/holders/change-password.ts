import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Secret } from '#kernel/base/secret.ts'
import { announce, commit, commitTogether } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import { withLoginsHeld } from './end-sessions.ts'
import { holderOwner } from './holder.ts'
import { planNewPassword } from './new-password.ts'
import { assertGoodPassword, assertNewPassword } from './password-rule.ts'
import { refuse } from './refusals.ts'
import { findLogin } from './store.ts'
import { throttle } from './throttle.ts'

export type ChangeOfPassword = {
  holderId: HolderId
  partnerId: PartnerId
  currentPassword: Secret<string>
  newPassword: Secret<string>
  ip: string
}

/** A new password for a customer who is logged in and knows the current one. All sessions end, this one too. */
export async function changePassword(ctx: HoldersContext, input: ChangeOfPassword): Promise<void> {
  const { holderId, partnerId, currentPassword, newPassword, ip } = input
  const holder = await findLogin(ctx.db, holderId)
  if (!holder?.passwordHash) throw refuse('no_password')
  assertNewPassword(newPassword, currentPassword)
  assertGoodPassword(newPassword, holder.email ?? '', 'newPassword')
  await throttle(ctx, { ip, partnerId, identity: holderId })
  if (!(await ctx.passwords.matches(currentPassword, holder.passwordHash))) {
    const about = { owner: holderOwner(holderId), subjectId: holderId, body: {}, subject: undefined }
    await commit(ctx, ctx.clock.now(), [announce('holderPasswordRefused', about)], 'change-password')
    throw wrongPassword()
  }
  const passwordHash = await ctx.passwords.hash(newPassword)
  await withLoginsHeld(ctx, holderId, async (db) => {
    const [now, held] = [ctx.clock.now(), { ...ctx, db }]
    // If another change was first, the current password of this one is none any more.
    const change = { holder, passwordHash, how: 'changed', ip, onMiss: wrongPassword } as const
    await commitTogether(held, now, await planNewPassword(held, now, change), 'change-password')
  })
}

const wrongPassword = () => refuse('wrong_password', { field: 'currentPassword' })
