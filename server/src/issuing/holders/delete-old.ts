import type { HoldersContext } from './context.ts'

type DeleteContext = Pick<HoldersContext, 'db' | 'clock'>

/** Deletes the refresh tokens that have expired. */
export async function deleteOldRefreshTokens({ db, clock }: DeleteContext): Promise<void> {
  await db.run('delete from holders.refresh_tokens where expires_at < $1', [clock.now()])
}

/** Deletes registrations, challenges, pending logins and codes for new passwords a day after they have expired, and old emails. */
export async function deleteOldLogins({ db, clock }: DeleteContext): Promise<void> {
  const dayAgo = clock.now().subtract({ hours: 24 })
  await db.run('delete from holders.registrations where expires_at < $1', [dayAgo])
  await db.run('delete from holders.wallet_challenges where expires_at < $1', [dayAgo])
  await db.run('delete from holders.pending_logins where expires_at < $1', [dayAgo])
  await db.run('delete from holders.password_resets where expires_at < $1', [dayAgo])
  await db.run('delete from holders.emails where created_at < $1', [
    clock.now().subtract({ hours: 24 * emailsKeptDays }),
  ])
}
const emailsKeptDays = 30
