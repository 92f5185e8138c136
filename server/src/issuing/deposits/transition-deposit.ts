import assert from 'node:assert/strict'
import type { BlockWithTransfers, Transfer } from '#connectors/chain/port.ts'
import { holderOwner } from '#issuing/holders'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { quantity } from '#kernel/db/quantity.ts'
import type { Deposit, DepositAddress } from './deposit.ts'
import { type DepositAction, depositStates } from './deposit-states.ts'
import { type AssetId, type ChainId, newDepositId } from './ids.ts'

type Step = { from: Deposit['status'] | null; action: DepositAction | 'see'; deposit: Deposit }

/** A deposit on its way through the blocks of one look: as it was stored, as it is, and its steps. */
export type Changing = { before: Deposit | undefined; deposit: Deposit; steps: readonly Step[] }

export const unchanged = (deposit: Deposit): Changing => ({ before: deposit, deposit, steps: [] })

export type NewDeposit = {
  chainId: ChainId
  address: DepositAddress
  /** Undefined: none of ours. */
  assetId: AssetId | undefined
  needed: number
  transfer: Transfer
  block: Pick<BlockWithTransfers, 'number' | 'hash'>
  now: Instant
}

export function seen({ chainId, address, assetId, needed, transfer, block, now }: NewDeposit): Changing {
  const { transactionHash, position, contract, from: sender } = transfer
  const deposit: Deposit = {
    id: newDepositId(),
    version: 1,
    chainId,
    transactionHash,
    position,
    addressId: address.id,
    assetId,
    contract,
    sender,
    quantity: quantity(transfer.quantity),
    status: 'seen',
    blockNumber: block.number,
    blockHash: block.hash,
    confirmations: 0,
    needed,
    createdAt: now,
  }
  return { before: undefined, deposit, steps: [{ from: null, action: 'see', deposit }] }
}

/** The only way a deposit changes its status: as the table says. */
export function transitionDeposit(
  changing: Changing,
  action: DepositAction,
  set: Partial<Pick<Deposit, 'blockNumber' | 'blockHash' | 'confirmations'>> = {},
): Changing {
  const { before, deposit, steps } = changing
  const status = depositStates.next(deposit.status, action)
  assert(status, `a deposit that is ${deposit.status} cannot ${action}`)
  const after = { ...deposit, ...set, status }
  return { before, deposit: after, steps: [...steps, { from: deposit.status, action, deposit: after }] }
}

/** The rows, with their history and the event; nothing when all is as it was. */
export function writesOf(now: Instant, { before, deposit, steps }: Changing, address: DepositAddress): Write[] {
  if (before && steps.length === 0 && before.confirmations === deposit.confirmations) return []
  const { id, status, confirmations, blockNumber, blockHash } = deposit
  const place = { status, confirmations, block_number: blockNumber, block_hash: blockHash }
  return [
    before
      ? update('deposits.deposits', {
          set: { ...place, version: before.version + 1 },
          where: { id, version: before.version },
        })
      : insert('deposits.deposits', {
          ...place,
          id,
          chain_id: deposit.chainId,
          transaction_hash: deposit.transactionHash,
          position: deposit.position,
          address_id: deposit.addressId,
          asset_id: deposit.assetId ?? null,
          contract: deposit.contract ?? null,
          sender: deposit.sender,
          quantity: deposit.quantity,
          needed: deposit.needed,
          created_at: now,
        }),
    ...steps.map(({ from, action, deposit: then }) =>
      insert('deposits.deposit_transitions', {
        deposit_id: id,
        from_status: from,
        to_status: then.status,
        action,
        block_number: then.blockNumber,
        block_hash: then.blockHash,
        occurred_at: now,
      }),
    ),
    announce('depositChanged', {
      owner: holderOwner(address.holderId),
      subjectId: id,
      body: { depositId: id, orderId: address.orderId, status, confirmations },
      subject: { deposit, address, before: before?.status },
    }),
  ]
}
