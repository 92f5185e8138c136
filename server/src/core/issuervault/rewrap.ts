import { StaleWrite, update, type Write } from '#kernel/db/commit/commit.ts'
import { contextOf, openNumber } from './create-card.ts'
import type { VaultParts } from './open-issuer-vault.ts'
import { openKey, sealAgain } from './product-keys.ts'
import { cardsSealedBefore, keysSealedBefore, writeAll } from './store.ts'

/**
 * Seals up to `limit` cards and keys again under the newest master key. A record is written only if it is still as it
 * was read, so any number of processes may do it while cards are issued. One that does not open is left and named.
 */
export async function rewrap(
  { db, keys, clock }: VaultParts,
  { limit }: { limit: number },
): Promise<{ rewrapped: number; unreadable: readonly string[] }> {
  const newest = keys.newestVersion('issuing')
  const unreadable: string[] = []
  const attempt = (name: string, make: () => Write): Write[] => {
    try {
      return [make()]
    } catch {
      unreadable.push(name)
      return []
    }
  }
  const cards = (await cardsSealedBefore(db, newest, limit)).flatMap((card) =>
    attempt(`card ${card.cardId}`, () => {
      const sealed = keys.seal('issuing', openNumber(keys, card).reveal(), contextOf(card.cardId))
      return update('issuervault.cards', {
        set: { sealed, key_version: newest },
        where: { card_id: card.cardId, sealed: card.sealed },
      })
    }),
  )
  const products = (await keysSealedBefore(db, newest, limit)).flatMap((row) =>
    attempt(`${row.kind} ${row.version} of product ${row.productId}`, () => {
      const sealed = sealAgain(keys, row, openKey(keys, row))
      return update('issuervault.product_keys', {
        set: { sealed, key_version: newest },
        where: { product_id: row.productId, kind: row.kind, version: row.version, sealed: row.sealed },
      })
    }),
  )
  const writes = [...cards, ...products]
  let rewrapped = 0
  for (const write of writes) {
    try {
      await writeAll(db, clock.now(), [write])
      rewrapped++
    } catch (error) {
      // Another process has rewrapped it, or the card was removed.
      if (!(error instanceof StaleWrite)) throw error
    }
  }
  return { rewrapped, unreadable }
}
