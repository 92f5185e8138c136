import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { genuineRow } from '#kernel/db/bound/genuine.ts'
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

export async function findPasswordReset(
  db: Db,
  { partnerId, email }: { partnerId: PartnerId; email: string },
): Promise<PasswordResetRow | undefined> {
  const found = await db.read
    .selectFrom('holders.password_resets')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('email', '=', email)
    .executeTakeFirst()
  const row = await genuineRow(db, 'holders.password_resets', found)
  return (
    row && {
      id: row.id,
      version: row.version,
      holderId: row.holder_id,
      code: row.code,
      triesLeft: row.tries_left,
      expiresAt: row.expires_at,
      usedAt: row.used_at,
    }
  )
}

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
