/**
 * What is read of a chain: its newest block, and what its blocks moved to some addresses. There is no verb that sends:
 * this program holds no key that could. Every call may throw `ChainUnreachable`, and then nothing is known. Addresses
 * are written as EIP-55 does.
 */
export type Chain = {
  /** The number of the chain (EIP-155). */
  readonly chainId: bigint
  /** The newest block. */
  head(): Promise<Block>
  /** The block of this number, as the chain has it now; undefined when there is none. */
  block(number: bigint): Promise<Block | undefined>
  /**
   * The blocks from `from` to `to`, each the parent of the next one, with what they moved to our addresses. At most
   * `blocksAtOnceMax`; fewer, and at least the first, when they moved much. Throws `ChainMoved` when the chain was
   * reorganised while it was read.
   */
  read(range: BlockRange, ours: Ours): Promise<readonly BlockWithTransfers[]>
}

/** Our addresses, and the contracts of the tokens that are configured. */
export type Ours = { addresses: ReadonlySet<string>; tokens: ReadonlySet<string> }

export type BlockRange = { from: bigint; to: bigint }
export const blocksAtOnceMax = 50

/** Hashes are `0x` and 64 small hexadecimal digits. */
export type Block = { number: bigint; hash: string; parentHash: string }
export type BlockWithTransfers = Block & {
  transfers: readonly Transfer[]
  /**
   * How many transfers of tokens that are not configured are not among these; undefined: the node would not list them.
   * Anybody can make a token and send it in any number, so only some of a block are read.
   */
  leftOut: number | undefined
}

/** What one transaction moved to one address. Payments of nothing are left out: they are only there to mislead. */
export type Transfer = {
  transactionHash: string
  /**
   * The place of its log among those of its transaction, or `ofTransaction`. With the transaction's hash it names the
   * transfer, also after a reorganisation: the index of a log counts those of the whole block, which changes then.
   */
  position: number
  /** The contract of the token; undefined for the coin of the chain. */
  contract: string | undefined
  from: string
  to: string
  /** In the smallest units of the asset. */
  quantity: bigint
}
/** The position of what the transaction itself moved. */
export const ofTransaction = -1

/** The node did not respond, or its response cannot be used. Nothing is known. */
export class ChainUnreachable extends Error {
  override readonly name = 'ChainUnreachable'
}

/** What was read belongs to two branches of the chain. Read again. */
export class ChainMoved extends Error {
  override readonly name = 'ChainMoved'
}

/** Throws `ChainMoved` unless each block is the parent of the next. */
export function linked<T extends Block>(blocks: readonly T[]): readonly T[] {
  for (const [index, block] of blocks.entries()) {
    const parent = blocks[index - 1]
    if (parent && block.parentHash !== parent.hash) throw new ChainMoved(`block ${block.number} has another parent`)
  }
  return blocks
}
