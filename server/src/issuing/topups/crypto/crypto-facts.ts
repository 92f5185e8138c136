import { assetsOf, chainsOf, depositsById } from '#issuing/deposits'
import type { TopupId } from '#issuing/ids'
import type { Reader } from '#kernel/db/db.ts'
import { ordersOf, receiptsOf } from './store.ts'
import type { CryptoFacts } from './wire.ts'

/** What is to be shown of those of the topups that are paid in coins. */
export async function cryptoFactsOf(db: Reader, ids: readonly TopupId[]): Promise<Map<TopupId, CryptoFacts>> {
  const orders = await ordersOf(db, ids)
  if (orders.size === 0) return new Map()
  const [chains, assets, receipts] = await Promise.all([chainsOf(db), assetsOf(db), receiptsOf(db, [...orders.keys()])])
  const deposits = await depositsById(
    db,
    receipts.map(({ id }) => id),
  )
  return new Map(
    [...orders].map(([id, order]) => {
      const asset = assets.find((one) => one.id === order.quote.assetId)!
      const chain = chains.find((one) => one.id === asset.chainId)!
      const own = receipts.flatMap((receipt) => {
        const deposit = deposits.find((one) => one.id === receipt.id)!
        const received = assets.find((one) => one.id === deposit.assetId)
        return receipt.topupId === id ? [{ receipt, deposit, asset: received }] : []
      })
      return [id, { order, chain, asset, receipts: own }]
    }),
  )
}
