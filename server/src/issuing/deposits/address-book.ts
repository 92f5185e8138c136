import type { Reader } from '#kernel/db/db.ts'
import type { KeyId } from './ids.ts'
import { addressesFrom, storedKeys } from './store.ts'

/** All addresses that were ever given to customers, in the memory of this process. */
export type AddressBook = { all(db: Reader): Promise<ReadonlySet<string>> }

/**
 * Addresses are only added, and those of a key in the order of their indexes, one commit after the other: so only the
 * new ones are read.
 */
export function openAddressBook(): AddressBook {
  const known = new Set<string>()
  const readUpTo = new Map<KeyId, number>()
  return {
    all: async (db) => {
      for (const { id, next_index: nextIndex } of await storedKeys(db)) {
        const first = readUpTo.get(id) ?? 0
        if (nextIndex === first) continue
        const added = await addressesFrom(db, id, first)
        for (const { address } of added) known.add(address)
        readUpTo.set(id, (added.at(-1)?.index ?? first - 1) + 1)
      }
      return known
    },
  }
}
