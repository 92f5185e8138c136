import { sql } from 'kysely'
import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Db } from '#kernel/db/db.ts'

/** Of a customer of any partner, what an erasure asks. */
export const findErasable = async (
  db: Db,
  id: HolderId,
): Promise<{ partnerId: PartnerId; version: number; isErased: boolean } | undefined> => {
  const row = await db.read
    .selectFrom('holders.holders')
    .select(['partner_id as partnerId', 'version', 'erased_at as erasedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { partnerId: row.partnerId, version: row.version, isErased: row.erasedAt !== null }
}

/** The customers with this e-mail address, in any letter case: of one partner, or of all. */
export const holderIdsNamed = async (db: Db, email: string, partnerId?: PartnerId): Promise<HolderId[]> => {
  const rows = await db.read
    .selectFrom('holders.holders')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .$if(partnerId !== undefined, (query) => query.where('partner_id', '=', partnerId!))
    .orderBy('id')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}
