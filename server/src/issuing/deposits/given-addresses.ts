import type { Reader } from '#kernel/db/db.ts'
import type { WatchedChain } from './chain.ts'
import { deriveAddress } from './derive-address.ts'
import { addressesFrom } from './store.ts'

export type GivenAddress = {
  /** Below the extended key, as wallets name it. */
  path: string
  address: string
  orderId: string
}

/** The addresses of a chain's key that customers were given, the first first. */
export const givenAddresses = async (
  db: Reader,
  { keyId }: Pick<WatchedChain, 'keyId'>,
  limit: number,
): Promise<GivenAddress[]> =>
  (await addressesFrom(db, keyId, 0))
    .slice(0, limit)
    .map(({ index, address, orderId }) => ({ path: `m/0/${index}`, address, orderId }))

/** By which an operator sees that the key is that of the wallet. */
export const firstAddress = ({ xpub }: Pick<WatchedChain, 'xpub'>): string | undefined => deriveAddress(xpub, 0)
