import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Db } from '#kernel/db/db.ts'
import { rewrapAcquired } from './acquired-cards.ts'
import { wrapAgain } from './envelope.ts'
import type { VaultToken } from './ids.ts'
import { countByKey, keysWrappedBefore, type Rewrapping, replaceWrappings, type WrappedKey } from './store.ts'

/**
 * Rewraps up to `limit` records with the newest vault key. Safe while cards are tokenized, detokenized and deleted, and
 * while other processes rewrap: a record is written only if its wrapping is still the one that was read.
 */
export async function rewrap(
  { db, keys }: { db: Db; keys: KeyRing },
  { limit }: { limit: number },
): Promise<{ rewrapped: number; left: number; unreadable: readonly string[] }> {
  const newest = keys.newestVersion('vault')
  const found = await keysWrappedBefore(db, newest, limit)
  const unreadable: VaultToken[] = []
  const fresh = found.flatMap((card) => {
    try {
      return [rewrapping(keys, card)]
    } catch {
      unreadable.push(card.token)
      return []
    }
  })
  const stored = fresh.length > 0 ? await replaceWrappings(db, newest, fresh) : 0
  const acquired = await rewrapAcquired({ db, keys }, { limit })
  const older = (await countByKey(db)).filter(({ keyVersion }) => keyVersion < newest)
  return {
    rewrapped: stored + acquired.rewrapped,
    left: older.reduce((sum, { cards }) => sum + cards, 0),
    unreadable: [...unreadable, ...acquired.unreadable],
  }
}

const rewrapping = (keys: KeyRing, card: WrappedKey): Rewrapping => ({
  token: card.token,
  was: card.wrappedKey,
  wasVersion: keys.versionOf(card.wrappedKey),
  wrappedKey: wrapAgain(keys, card, card.wrappedKey).wrappedKey,
})
