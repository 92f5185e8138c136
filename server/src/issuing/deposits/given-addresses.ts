import type { Reader } from '#kernel/db/db.ts'
import type { WatchedChain } from './chain.ts'
import { deriveAddress } from './derive-address.ts'
import { addressesOfChain } from './store.ts'

export type GivenAddress = {
  /** The extended key that it is below: that of the chain, or one that the chain had before. */
  xpub: string
  /** Below the extended key, as wallets name it. */
  path: string
  address: string
  orderId: string
}

/**
 * The addresses that customers were given, by the key of the chain and by those that it had before, on which there may be
 * coins, too: of each key the first first, the newest key first.
 */
export const givenAddresses = async (
  db: Reader,
  chain: Pick<WatchedChain, 'id' | 'keyId'>,
  limit: number,
): Promise<GivenAddress[]> =>
  (await addressesOfChain(db, chain, limit)).map(({ index, ...given }) => ({ path: `m/0/${index}`, ...given }))

/** By which an operator sees that the key is that of the wallet. */
export const firstAddress = ({ xpub }: Pick<WatchedChain, 'xpub'>): string | undefined => deriveAddress(xpub, 0)
