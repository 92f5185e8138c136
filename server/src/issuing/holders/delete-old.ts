import type { HoldersContext } from './context.ts'
import { noticeLifetime } from './emails/email.ts'
import { codeLifetime } from './one-time-code.ts'

type DeleteContext = Pick<HoldersContext, 'db' | 'clock'>

/** Deletes the refresh tokens that have expired. */
export async function deleteOldRefreshTokens({ db, clock }: DeleteContext): Promise<void> {
  await db.run('delete from holders.refresh_tokens where expires_at < $1', [clock.now()])
}

/** Deletes the content of parked emails whose time is over: a code that works no more, a notice after a day. */
export async function deleteParkedContent({ db, clock }: DeleteContext): Promise<void> {
  const [code, notice] = [codeLifetime, noticeLifetime].map((lifetime) => clock.now().subtract(lifetime))
  const over = `created_at <= case when kind like '%-code' then $1::timestamptz else $2::timestamptz end`
  await db.run(
    `update holders.emails set sealed = null, version = version + 1
     where status = 'parked' and sealed is not null and ${over}`,
    [code, notice],
  )
}

/** Deletes registrations, challenges, pending logins and codes for new passwords a day after they have expired. */
export async function deleteOldLogins({ db, clock }: DeleteContext): Promise<void> {
  const dayAgo = clock.now().subtract({ hours: 24 })
  await db.run('delete from holders.registrations where expires_at < $1', [dayAgo])
  await db.run('delete from holders.wallet_challenges where expires_at < $1', [dayAgo])
  await db.run('delete from holders.pending_logins where expires_at < $1', [dayAgo])
  await db.run('delete from holders.password_resets where expires_at < $1', [dayAgo])
}

/** Deletes emails that were made longer ago than `kept`, in every status. */
export async function deleteOldHolderEmails({ db, clock }: DeleteContext, kept: Temporal.Duration): Promise<void> {
  const before = clock.now().toZonedDateTimeISO('UTC').subtract(kept).toInstant()
  await db.run('delete from holders.emails where created_at < $1', [before])
}
