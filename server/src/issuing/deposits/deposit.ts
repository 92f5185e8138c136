import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Quantity } from '#kernel/db/quantity.ts'
import type { DepositStatus } from './deposit-states.ts'
import type { AddressId, AssetId, ChainId, DepositId } from './ids.ts'

/** A transfer to one of our addresses, as the chain has it now. */
export type Deposit = {
  id: DepositId
  version: number
  chainId: ChainId
  transactionHash: string
  position: number
  addressId: AddressId
  /** Undefined: none of ours. */
  assetId: AssetId | undefined
  contract: string | undefined
  sender: string
  quantity: Quantity
  status: DepositStatus
  blockNumber: bigint
  blockHash: string
  /** Blocks that contain it or stand on it, up to those that it needs. */
  confirmations: number
  needed: number
  createdAt: Instant
}

/** The address that a customer was given for one order. */
export type DepositAddress = {
  id: AddressId
  address: string
  /** Where it was expected, and in what. */
  chainId: ChainId
  assetId: AssetId
  orderId: string
  holderId: HolderId
}
