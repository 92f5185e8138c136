import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'

export type PasswordResetRow = {
  id: string
  version: number
  holderId: HolderId | null
  code: Uint8Array
  triesLeft: number
  expiresAt: Instant
  usedAt: Instant | null
}

export const findPasswordReset = (
  db: Db,
  { partnerId, email }: { partnerId: PartnerId; email: string },
): Promise<PasswordResetRow | undefined> =>
  db.read
    .selectFrom('holders.password_resets')
    .select([
      'id',
      'version',
      'holder_id as holderId',
      'code',
      'tries_left as triesLeft',
      'expires_at as expiresAt',
      'used_at as usedAt',
    ])
    .where('partner_id', '=', partnerId)
    .where('email', '=', email)
    .executeTakeFirst()

/** The logins of a holder that wait for their second factor. */
export async function waitingLoginsOf(db: Db, holderId: HolderId): Promise<string[]> {
  const rows = await db.read
    .selectFrom('holders.pending_logins')
    .select('id')
    .where('holder_id', '=', holderId)
    .where('used_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
