import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { readQuantity } from '#kernel/db/quantity.ts'
import { type Block, type BlockWithTransfers, blocksAtOnceMax, type Chain, linked, ofTransaction } from './port.ts'

/**
 * The chain of staging: small, in the database, on the clock of the installation. A person sends coins on it from a page
 * and reorganises it. It stands for a system outside, so it has a schema of its own and writes by itself.
 */
export type SandboxChain = Chain & {
  /** The coins are part of the next block. */
  send(payment: SandboxPayment): Promise<{ transactionHash: string }>
  /** So many blocks at once, without waiting for the clock. Returns the newest. */
  mine(count: number): Promise<Block>
  /**
   * The last blocks are replaced by as many others. What they moved is in one of the next blocks again, or lost for
   * good.
   */
  reorganise(depth: number, options: { lost: boolean }): Promise<void>
  /** What was sent, newest first. */
  payments(limit: number): Promise<readonly SandboxTransfer[]>
}

export type SandboxPayment = { contract: string | undefined; from: string; to: string; quantity: bigint }
export type SandboxTransfer = SandboxPayment & {
  transactionHash: string
  /** Undefined: it waits for a block. */
  blockNumber: bigint | undefined
  lost: boolean
  sentAt: Instant
}

/** The number of the chain of staging, which is that of chains on developers' machines. */
export const sandboxChainId = 31_337n

/** The contract of its token. */
export const sandboxToken = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

const blockMs = 12_000
/** After a long time the chain has only so many blocks more, so that a year of empty ones need not be read. */
const minedAtOnceMax = 64

export function sandboxChain({ db, clock }: { db: Db; clock: Clock }): SandboxChain {
  const head = () => mineDue(db, clock.now())
  return {
    chainId: sandboxChainId,
    head: async () => publicOf(await head()),
    block: async (number) => (await readBlocks(db, number, number)).map(publicOf)[0],
    read: async ({ from, to }, { addresses }) => {
      if (to < from || to - from >= BigInt(blocksAtOnceMax)) throw new RangeError(`at most ${blocksAtOnceMax} blocks`)
      const blocks = linked(await readBlocks(db, from, to))
      return blocks.map((block) => ({ ...block, transfers: block.transfers.filter((one) => addresses.has(one.to)) }))
    },
    send: async ({ contract, from, to, quantity }) => {
      await head()
      const transactionHash = `0x${randomBytes(32).toString('hex')}`
      await db.run(insertTransfer, [transactionHash, contract, from, to, quantity, clock.now()])
      return { transactionHash }
    },
    mine: async (count) => {
      await head()
      return inTurn(db, async (tx) => publicOf(await extend(tx, { count, now: clock.now() })))
    },
    reorganise: async (depth, { lost }) => {
      await head()
      await inTurn(db, (tx) => replaceLast(tx, { depth, lost }))
    },
    payments: async (limit) =>
      z.array(TransferRow).parse(await db.run(`${selectTransfers} order by id desc limit $1`, [limit])),
  }
}

const publicOf = ({ number, hash, parentHash }: Block): Block => ({ number, hash, parentHash })

type MinedBlock = Block & { minedAt: Instant }

/**
 * Blocks are made and replaced one process after the other: one that is made behind a block that another replaces
 * meanwhile has a parent that is not in the chain, and nobody could read beyond it.
 */
const inTurn = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.locked([], { name: 'sandbox' }, async (tx) => {
    await tx.run('lock table sandbox_chain.blocks in share row exclusive mode', [])
    return work(tx)
  })

/** Blocks for the time since the last one. */
async function mineDue(db: Db, now: Instant): Promise<MinedBlock> {
  const last = await newest(db)
  if (last && dueSince(last, now) === 0) return last
  return inTurn(db, async (tx) => {
    const newer = (await newest(tx)) ?? (await begin(tx, now))
    const count = dueSince(newer, now)
    return count === 0 ? newer : extend(tx, { count, now })
  })
}

function dueSince({ minedAt }: MinedBlock, now: Instant): number {
  const due = Math.floor((now.epochMilliseconds - minedAt.epochMilliseconds) / blockMs)
  return Math.max(0, Math.min(due, minedAtOnceMax))
}

async function begin(db: Db, now: Instant): Promise<MinedBlock> {
  const hash = hashAfter('', 0n, 'beginning')
  await db.run(insertBlocks, [['0'], [hash], [hashAfter('', 0n, 'nothing')], now])
  return (await newest(db))!
}

/** What waits is in the first of the new blocks. Returns the newest. */
async function extend(db: Db, { count, now }: { count: number; now: Instant }): Promise<MinedBlock> {
  const { number, hash } = (await newest(db))!
  const blocks = chainOf(hash, { first: number + 1n, last: number + BigInt(count) })
  await db.run(insertBlocks, [...columnsOf(blocks), now])
  return (await newest(db))!
}

async function replaceLast(db: Db, { depth, lost }: { depth: number; lost: boolean }): Promise<void> {
  const { number: last } = (await newest(db))!
  const from = last - BigInt(depth) + 1n
  // The block of the beginning stays.
  const first = from < 1n ? 1n : from
  if (first > last) return
  const [parent] = await readBlocks(db, first - 1n, first - 1n)
  const blocks = chainOf(parent!.hash, { first, last }, randomBytes(8).toString('hex'))
  await db.run(replaceBlocks, [...columnsOf(blocks), lost])
}

function chainOf(parentHash: string, { first, last }: { first: bigint; last: bigint }, branch = ''): Block[] {
  const blocks: Block[] = []
  for (let [number, parent] = [first, parentHash]; number <= last; number++) {
    const hash = hashAfter(parent, number, branch)
    blocks.push({ number, hash, parentHash: parent })
    parent = hash
  }
  return blocks
}

const hashAfter = (parent: string, number: bigint, branch: string): string =>
  `0x${createHash('sha256').update(`${parent} ${number} ${branch}`).digest('hex')}`

const columnsOf = (blocks: readonly Block[]) => [
  blocks.map(({ number }) => String(number)),
  blocks.map(({ hash }) => hash),
  blocks.map(({ parentHash }) => parentHash),
]

async function newest(db: Db): Promise<MinedBlock | undefined> {
  const [row] = await db.run(
    'select number, hash, parent_hash as "parentHash", mined_at as "minedAt" from sandbox_chain.blocks order by number desc limit 1',
    [],
  )
  return row && z.object({ ...blockFields, minedAt: z.instanceof(Temporal.Instant) }).parse(row)
}

async function readBlocks(db: Db, from: bigint, to: bigint): Promise<BlockWithTransfers[]> {
  const blocks = z.array(BlockRow).parse(await db.run(selectBlocks, [from, to]))
  return blocks.map((block) => ({ ...block, leftOut: 0 }))
}

const blockFields = { number: z.bigint(), hash: z.string(), parentHash: z.string() }
const digits = z.string().transform(readQuantity)
const BlockRow = z.object({
  ...blockFields,
  transfers: z.array(
    z
      .object({
        transactionHash: z.string(),
        contract: z
          .string()
          .nullish()
          .transform((contract) => contract ?? undefined),
        from: z.string(),
        to: z.string(),
        quantity: digits,
      })
      .transform((transfer) => ({ ...transfer, position: transfer.contract === undefined ? ofTransaction : 0 })),
  ),
})
const TransferRow = z.object({
  transactionHash: z.string(),
  contract: z
    .string()
    .nullable()
    .transform((contract) => contract ?? undefined),
  from: z.string(),
  to: z.string(),
  quantity: digits,
  blockNumber: z
    .bigint()
    .nullable()
    .transform((number) => number ?? undefined),
  lost: z.boolean(),
  sentAt: z.instanceof(Temporal.Instant),
})

/** The blocks and what waited become visible together: who sees a block sees all that it moved. */
const insertBlocks = `
  with mined as (
    insert into sandbox_chain.blocks (number, hash, parent_hash, mined_at)
    select b.number, b.hash, b.parent_hash, $4::timestamptz
    from unnest($1::bigint[], $2::text[], $3::text[]) as b (number, hash, parent_hash)
    on conflict (number) do nothing returning number)
  update sandbox_chain.transfers set block_number = (select min(number) from mined)
  where block_number is null and not lost and exists (select from mined)`

const replaceBlocks = `
  with replaced as (
    update sandbox_chain.blocks b set hash = n.hash, parent_hash = n.parent_hash
    from unnest($1::bigint[], $2::text[], $3::text[]) as n (number, hash, parent_hash)
    where b.number = n.number returning b.number)
  update sandbox_chain.transfers set block_number = null, lost = $4::boolean
  where block_number >= (select min(number) from replaced)`

const insertTransfer = `
  insert into sandbox_chain.transfers (transaction_hash, contract, sender, receiver, quantity, sent_at)
  values ($1, $2, $3, $4, $5, $6)`

const selectTransfers = `
  select transaction_hash as "transactionHash", contract, sender as "from", receiver as "to", quantity::text as quantity,
         block_number as "blockNumber", lost, sent_at as "sentAt"
  from sandbox_chain.transfers`

const selectBlocks = `
  select b.number, b.hash, b.parent_hash as "parentHash", coalesce((
    select jsonb_agg(jsonb_build_object('transactionHash', t.transaction_hash, 'contract', t.contract, 'from', t.sender,
      'to', t.receiver, 'quantity', t.quantity::text) order by t.id)
    from sandbox_chain.transfers t where t.block_number = b.number and t.quantity > 0), '[]') as transfers
  from sandbox_chain.blocks b where b.number between $1 and $2 order by b.number`
