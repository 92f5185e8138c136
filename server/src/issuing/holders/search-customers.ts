import { type SqlBool, sql } from 'kysely'
import type { Hit, SearchSource, Seen, Sought } from '#core/search'
import { readHolderId } from '#issuing/ids'
import type { Db } from '#kernel/db/db.ts'

/**
 * Customers of partners, for the search of everything: by their id, and by a whole e-mail address or wallet address. What
 * names a person is not shown, so a part of an address finds nobody.
 */
export const customerSearch = ({ db }: { db: Db }): SearchSource => ({
  kind: 'customer',
  permission: 'customers:read',
  find: async (sought, seen) => {
    const conditions = lookups(sought, seen)
    if (seen.partnerIds.length === 0) return []
    const found = await Promise.all(
      conditions.map(async ({ by, where }) => {
        const rows = await db.read
          .selectFrom('holders.holders')
          .select(['id', 'partner_id as partnerId', 'status', 'created_at as at'])
          .where(sql<SqlBool>`partner_id = any(${seen.partnerIds})`)
          .where(where)
          .orderBy('id', 'desc')
          .limit(seen.limit)
          .execute()
        return rows.map((row): Hit => ({ ...row, partnerId: String(row.partnerId), fit: 'exact', by }))
      }),
    )
    return found.flat()
  },
})

type Lookup = { by: Hit['by']; where: ReturnType<typeof sql<SqlBool>> }

function lookups({ word, email, isCombined }: Sought, { partnerIds }: Seen): Lookup[] {
  if (isCombined || word === undefined) return []
  const id = readHolderId(word)
  return [
    ...(id === undefined ? [] : [{ by: 'id', where: sql<SqlBool>`id = ${id}` } as const]),
    ...(email === undefined ? [] : [{ by: 'email', where: sql<SqlBool>`lower(email) = ${email}` } as const]),
    ...(/^(0x[\da-f]{40}|erd1[\da-z]{58})$/i.test(word)
      ? [{ by: 'reference', where: hasWallet(word, partnerIds) } as const]
      : []),
  ]
}

/** By the key of wallets: their partner, chain and address, as the chain writes it. */
const hasWallet = (address: string, partnerIds: Seen['partnerIds']) => sql<SqlBool>`id in (
  select w.holder_id from holders.wallets w
   where w.partner_id = any(${partnerIds}) and w.chain in ('evm', 'multiversx') and w.address = ${address})`
