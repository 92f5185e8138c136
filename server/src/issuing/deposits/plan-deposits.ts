import type { Instant } from '#kernel/base/clock.ts'
import type { ChainAsset } from './chain.ts'
import type { Deposit, DepositAddress } from './deposit.ts'
import type { ChainId } from './ids.ts'
import type { NextBlocks } from './next-blocks.ts'
import { type Changing, seen, transitionDeposit, unchanged } from './transition-deposit.ts'

export type Look = {
  chainId: ChainId
  now: Instant
  next: NextBlocks
  /** The newest block that was read, and the oldest one that is remembered. */
  last: bigint
  oldest: bigint
  /** Those that the blocks may change. */
  known: readonly Deposit[]
  /** Those that are paid in the blocks. */
  addresses: readonly DepositAddress[]
  assets: readonly ChainAsset[]
}

/**
 * What the blocks mean for the deposits: dropped ones, those that are in another block, new ones, and how often each is
 * confirmed. Only blocks that were read count, so a block that was not seen confirms nothing.
 */
export function planDeposits({
  chainId,
  now,
  next,
  last,
  oldest,
  known,
  addresses,
  assets,
}: Look): readonly Changing[] {
  const changing = new Map(known.map((deposit) => [keyOf(deposit), unchanged(deposit)]))
  // A look that was interrupted has recorded deposits of blocks that are read again.
  const read = new Set(next.blocks.map(({ hash }) => hash))
  for (const [key, one] of changing)
    if (isInBlocks(one.deposit) && one.deposit.blockNumber > next.keptUpTo && !read.has(one.deposit.blockHash))
      changing.set(key, transitionDeposit(one, 'drop', { confirmations: 0 }))
  for (const block of next.blocks)
    for (const transfer of block.transfers) {
      const key = keyOf(transfer)
      const found = changing.get(key)
      const address = addresses.find((one) => one.address === transfer.to)
      if (!address || (found && isInBlocks(found.deposit) && found.deposit.blockHash === block.hash)) continue
      const place = { blockNumber: block.number, blockHash: block.hash }
      const asset = assets.find(({ contract }) => contract === transfer.contract)
      const needed = asset?.confirmations ?? mostOf(assets)
      const facts = { chainId, address, assetId: asset?.id, needed, transfer, block, now }
      changing.set(key, found ? transitionDeposit(found, 'include', place) : seen(facts))
    }
  return [...changing.values()].map((one) => confirmed(one, last)).map((one) => final(one, oldest))
}

const isInBlocks = ({ status }: Deposit): boolean => status === 'seen' || status === 'confirmed'

const final = (changing: Changing, oldest: bigint): Changing =>
  changing.deposit.status === 'confirmed' && changing.deposit.blockNumber < oldest
    ? transitionDeposit(changing, 'finalise')
    : changing

const keyOf = ({ transactionHash, position }: Pick<Deposit, 'transactionHash' | 'position'>): string =>
  `${transactionHash} ${position}`

/** What is none of our assets needs as many confirmations as the most careful of them. */
const mostOf = (assets: readonly ChainAsset[]): number =>
  Math.max(1, ...assets.map(({ confirmations }) => confirmations))

function confirmed(changing: Changing, last: bigint): Changing {
  const { before, deposit, steps } = changing
  if (deposit.status !== 'seen') return changing
  const count = Math.min(Number(last - deposit.blockNumber) + 1, deposit.needed)
  if (count === deposit.needed) return transitionDeposit(changing, 'confirm', { confirmations: count })
  return { before, deposit: { ...deposit, confirmations: count }, steps }
}
