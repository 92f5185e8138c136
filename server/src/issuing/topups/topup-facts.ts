import type { TopupId } from '#issuing/ids'
import type { Reader } from '#kernel/db/db.ts'
import { cryptoFactsOf } from './crypto/crypto-facts.ts'
import type { TopupFacts } from './shapes.ts'
import { reversalsOf } from './store.ts'
import type { Topup } from './topup.ts'

/** What is to be shown of topups besides their own rows. */
export async function topupFactsOf(db: Reader, topups: readonly Topup[]): Promise<Map<TopupId, TopupFacts>> {
  const inCoins = topups.filter(({ type }) => type === 'crypto').map(({ id }) => id)
  const [reversals, crypto] = await Promise.all([
    reversalsOf(
      db,
      topups.map(({ id }) => id),
    ),
    cryptoFactsOf(db, inCoins),
  ])
  return new Map(topups.map(({ id }) => [id, { reversals: reversals.get(id), crypto: crypto.get(id) }]))
}
