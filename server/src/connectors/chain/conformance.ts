import { describe, expect, test } from 'vitest'
import { blocksAtOnceMax, type Chain, ofTransaction } from './port.ts'

export type ChainUnderTest = AsyncDisposable & {
  chain: Chain
  /** An address that is not used yet. */
  newAddress(): string
  /** The contract of a token that its test may send. */
  token: string
  /** Sends from an address with enough of everything; it is part of the next block. */
  send(payment: { contract?: string; to: string; quantity: bigint }): Promise<{ transactionHash: string; from: string }>
  mine(count: number): Promise<void>
  /** The last blocks are replaced by others, without what they moved. */
  reorganise(depth: number): Promise<void>
}

/** What every chain must do: the rules of the port, tested from the outside. */
export function chainConformance(name: string, make: () => Promise<ChainUnderTest>): void {
  describe(name, () => {
    const ours = (to: string, token: string) => ({ addresses: new Set([to]), tokens: new Set([token]) })
    const newest = async ({ chain, token }: ChainUnderTest, to: string, blocks = 1n) => {
      const { number } = await chain.head()
      return chain.read({ from: number - blocks + 1n, to: number }, ours(to, token))
    }

    test('each block is the parent of the next, and the head is the newest', async () => {
      await using at = await make()
      const before = await at.chain.head()
      await at.mine(3)
      const after = await at.chain.head()
      expect(after.number).toBe(before.number + 3n)
      const blocks = await newest(at, at.newAddress(), 4n)
      expect(blocks.map(({ number }) => number)).toEqual([0n, 1n, 2n, 3n].map((more) => before.number + more))
      expect(blocks[0]!.hash).toBe(before.hash)
      expect(blocks.slice(1).map(({ parentHash }) => parentHash)).toEqual(blocks.slice(0, 3).map(({ hash }) => hash))
      expect(await at.chain.block(after.number)).toEqual(after)
    })

    test('there is no block behind the newest', async () => {
      await using at = await make()
      const { number } = await at.chain.head()
      expect(await at.chain.block(number + 1_000n)).toBeUndefined()
    })

    test('tells of the coin of the chain and of tokens, with more digits than 64 bits hold', async () => {
      await using at = await make()
      const to = at.newAddress()
      const much = 20n * 10n ** 18n
      const coin = await at.send({ to, quantity: much })
      await at.mine(1)
      const token = await at.send({ contract: at.token, to, quantity: 5_000_001n })
      await at.mine(1)
      const transfers = (await newest(at, to, 2n)).map((block) => block.transfers)
      expect(transfers).toEqual([
        [{ ...coin, position: ofTransaction, contract: undefined, to, quantity: much }],
        [{ ...token, position: 0, contract: at.token, to, quantity: 5_000_001n }],
      ])
    })

    test('says nothing of what others receive, nor of payments of nothing', async () => {
      await using at = await make()
      const to = at.newAddress()
      await at.send({ to: at.newAddress(), quantity: 7n })
      await at.send({ contract: at.token, to: at.newAddress(), quantity: 7n })
      await at.send({ contract: at.token, to, quantity: 0n })
      await at.mine(2)
      expect((await newest(at, to, 3n)).flatMap(({ transfers }) => transfers)).toEqual([])
    })

    test('after a reorganisation the same heights have other hashes, and what was dropped is gone', async () => {
      await using at = await make()
      const to = at.newAddress()
      await at.mine(2)
      await at.send({ contract: at.token, to, quantity: 9n })
      await at.mine(3)
      const before = await newest(at, to, 5n)
      expect(before.flatMap(({ transfers }) => transfers)).toHaveLength(1)
      await at.reorganise(4)
      const { number } = await at.chain.head()
      expect(number >= before.at(-1)!.number).toBe(true)
      const after = await at.chain.read({ from: before[0]!.number, to: number }, ours(to, at.token))
      expect(after[0]!.hash).toBe(before[0]!.hash)
      expect(after[1]!.hash).not.toBe(before[1]!.hash)
      expect(after.flatMap(({ transfers }) => transfers)).toEqual([])
    })

    test('reads only so many blocks at once', async () => {
      await using at = await make()
      const { number } = await at.chain.head()
      const from = number + 1n
      await expect(
        at.chain.read({ from, to: from + BigInt(blocksAtOnceMax) }, ours(at.newAddress(), at.token)),
      ).rejects.toThrow(RangeError)
    })
  })
}
