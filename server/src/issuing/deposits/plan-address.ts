import assert from 'node:assert/strict'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { WatchedChain } from './chain.ts'
import { deriveAddress, indexMax } from './derive-address.ts'
import type { AssetId } from './ids.ts'
import { refuse } from './refusals.ts'
import { keysOf } from './store.ts'

export type AddressInput = {
  chain: Pick<WatchedChain, 'id' | 'keyId'>
  assetId: AssetId
  /** What is paid for. */
  orderId: string
  holderId: HolderId
}

/**
 * A new address for an order, and the writes for the commit that records the order. A commit that takes the same index at
 * the same moment finds the key changed, and is decided again.
 */
export async function planAddress(
  db: Db,
  now: Instant,
  { chain, assetId, orderId, holderId }: AddressInput,
): Promise<{ address: string; writes: Write[] }> {
  const key = (await keysOf(db)).find(({ id }) => id === chain.keyId)
  assert(key, `chain ${chain.id} has no key`)
  // The last index is never used: there would be no next one.
  for (let index = key.nextIndex; index < indexMax; index++) {
    const address = deriveAddress(key.xpub, index)
    if (address === undefined) continue
    const facts = { key_id: key.id, key_index: index, address, chain_id: chain.id, asset_id: assetId }
    return {
      address,
      writes: [
        update('deposits.keys', {
          set: { next_index: index + 1, version: key.version + 1 },
          where: { id: key.id, version: key.version },
        }),
        insert('deposits.addresses', { ...facts, order_id: orderId, holder_id: holderId, created_at: now }),
      ],
    }
  }
  throw refuse('addresses_used_up')
}
