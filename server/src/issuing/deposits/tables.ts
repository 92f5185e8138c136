import type { Generated } from 'kysely'
import type { HolderId } from '#issuing/ids'
import type { CoinCode } from '#kernel/base/assets.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { QuantityColumn } from '#kernel/db/quantity.ts'
import type { DepositAction, DepositStatus } from './deposit-states.ts'
import type { AddressId, AssetId, ChainId, DepositId, KeyId } from './ids.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'deposits.keys': {
      id: Generated<KeyId>
      version: Generated<number>
      xpub: string
      next_index: Generated<number>
      created_at: Instant
      mac: Generated<Uint8Array | null>
    }
    'deposits.chains': {
      id: Generated<ChainId>
      version: Generated<number>
      name: string
      evm_id: bigint
      key_id: KeyId
      active: boolean
      created_at: Instant
      mac: Generated<Uint8Array | null>
    }
    'deposits.assets': {
      id: Generated<AssetId>
      version: Generated<number>
      chain_id: ChainId
      code: CoinCode
      contract: string | null
      decimals: number
      confirmations: number
      minimum: QuantityColumn
      maximum: QuantityColumn
      active: boolean
      created_at: Instant
      mac: Generated<Uint8Array | null>
    }
    'deposits.cursors': {
      id: ChainId
      version: Generated<number>
      block_number: bigint | null
      hashes: Uint8Array
      head_number: bigint | null
      read_at: Instant | null
      trouble: string | null
      due_at: Instant | null
      leased_until: Instant | null
    }
    'deposits.addresses': {
      id: Generated<AddressId>
      key_id: KeyId
      key_index: number
      address: string
      chain_id: ChainId
      asset_id: AssetId
      order_id: string
      holder_id: HolderId
      created_at: Instant
      mac: Generated<Uint8Array | null>
    }
    'deposits.deposits': {
      id: DepositId
      version: Generated<number>
      chain_id: ChainId
      transaction_hash: string
      position: number
      address_id: AddressId
      asset_id: AssetId | null
      contract: string | null
      sender: string
      quantity: QuantityColumn
      status: DepositStatus
      block_number: bigint
      block_hash: string
      confirmations: number
      needed: number
      created_at: Instant
      mac: Generated<Uint8Array | null>
    }
    'deposits.deposit_transitions': {
      id: Generated<bigint>
      deposit_id: DepositId
      from_status: DepositStatus | null
      to_status: DepositStatus
      action: DepositAction | 'see'
      block_number: bigint
      block_hash: string
      occurred_at: Instant
    }
  }
}
