import { sql } from 'kysely'
import type { Hit, SearchSource } from '#core/search'
import { readTopupId, type TopupId } from '#issuing/ids'
import type { Reader } from '#kernel/db/db.ts'
import { newestOfEach } from '#kernel/db/newest-of-each.ts'
import { topupsById } from './store.ts'
import type { Topup } from './topup.ts'

/** Topups, for the search of everything: by their id, and of the newest by amount. */
export const topupSearch = ({ db }: { db: Reader }): SearchSource => ({
  kind: 'topup',
  permission: 'topups:read',
  find: async ({ word, amount, isCombined }, { partnerIds, limit }) => {
    if (isCombined) return []
    const named = readTopupId(word)
    const newest = amount && {
      table: 'topups.topups',
      owner: 'partner_id',
      owners: partnerIds,
      where: sql<boolean>`t.minor = ${amount.minor} and t.currency = any(${amount.currencies})`,
      order: sql`t.created_at`,
      limit,
      examined: 5_000,
    }
    const ids = [...(named ? [named] : []), ...(newest ? await newestOfEach<TopupId>(db, newest) : [])]
    const own = new Set(partnerIds)
    const found = (await topupsById(db, ids)).filter(({ partnerId }) => own.has(partnerId))
    return found.toSorted((a, b) => (a.id < b.id ? 1 : -1)).map((topup) => hitOf(topup, topup.id === named))
  },
})

const hitOf = (topup: Topup, isNamed: boolean): Hit => ({
  fit: 'exact',
  by: isNamed ? 'id' : 'amount',
  id: topup.id,
  amount: topup.amount,
  status: topup.status,
  at: topup.createdAt,
  partnerId: String(topup.partnerId),
})
