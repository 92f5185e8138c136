/**
 * Deposits: the chains that customers pay on, an address for each order, and what has arrived there, with its
 * confirmations. What a deposit is worth and who is credited is not decided here.
 */
import './events.ts'

export { boundTables } from './bound.ts'
export type { ChainAsset, WatchedChain } from './chain.ts'
export { changeAsset } from './change-asset.ts'
export { chainNamed, changeChain, publicTestXpub } from './change-chain.ts'
export type { DepositsContext } from './context.ts'
export { formatQuantity, parseQuantity } from './decimal-quantity.ts'
export type { Deposit, DepositAddress } from './deposit.ts'
export { depositStates } from './deposit-states.ts'
export { firstAddress, givenAddresses } from './given-addresses.ts'
export type { AssetId, ChainId, DepositId } from './ids.ts'
export { depositJobs, readAllChains } from './jobs.ts'
export { paymentUri } from './payment-uri.ts'
export { planAddress } from './plan-address.ts'
export {
  addressOfOrder,
  assetsOf,
  chainsOf,
  depositsById,
  depositsOf,
  findAsset,
  findAssetById,
  findChainById,
  findCursor,
  findDeposit,
} from './store.ts'
