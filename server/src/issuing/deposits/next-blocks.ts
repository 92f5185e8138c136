import { type BlockWithTransfers, blocksAtOnceMax, type Chain, ChainMoved, type Ours } from '#connectors/chain/port.ts'
import type { Cursor } from './chain.ts'

/** What a look at the chain has shown. */
export type NextBlocks = {
  /** The newest block of before that still stands; those behind it are not in the chain any more. */
  keptUpTo: bigint
  /** The hashes of the kept ones, the newest first. */
  kept: readonly string[]
  blocks: readonly BlockWithTransfers[]
  headNumber: bigint
}

/** No block that is remembered is in the chain any more. */
export class ReorganisedTooDeep extends Error {
  override readonly name = 'ReorganisedTooDeep'
}

/**
 * The blocks behind the cursor, from where the chain is still as it was remembered. `findOurs` is called after the
 * newest block is known: so an address that is paid in one of these blocks is among them.
 */
export async function nextBlocks(
  chain: Chain,
  { blockNumber, hashes }: Pick<Cursor, 'blockNumber' | 'hashes'>,
  findOurs: () => Promise<Ours>,
): Promise<NextBlocks> {
  const { number: headNumber } = await chain.head()
  const ours = await findOurs()
  const keptUpTo =
    blockNumber === undefined ? headNumber - 1n : await lastCommon(chain, { blockNumber, hashes, headNumber })
  const kept = blockNumber === undefined ? [] : hashes.slice(Number(blockNumber - keptUpTo))
  const isBehind = blockNumber !== undefined && keptUpTo === headNumber
  // A node that is behind knows fewer blocks, and the same ones: nothing was reorganised.
  if (isBehind) return { keptUpTo: blockNumber, kept: hashes, blocks: [], headNumber: blockNumber }
  const upTo = keptUpTo + BigInt(blocksAtOnceMax)
  const blocks = await chain.read({ from: keptUpTo + 1n, to: upTo < headNumber ? upTo : headNumber }, ours)
  const [first] = blocks
  if (kept.length > 0 && first?.parentHash !== kept[0]) throw new ChainMoved('the next block has another parent')
  return { keptUpTo, kept, blocks, headNumber }
}

type Remembered = { blockNumber: bigint; hashes: readonly string[]; headNumber: bigint }

async function lastCommon(chain: Chain, { blockNumber, hashes, headNumber }: Remembered): Promise<bigint> {
  for (const [index, hash] of hashes.entries()) {
    const number = blockNumber - BigInt(index)
    if (number > headNumber) continue
    const block = await chain.block(number)
    if (block?.hash === hash) return number
  }
  throw new ReorganisedTooDeep(`none of the last ${hashes.length} blocks is in the chain any more`)
}
