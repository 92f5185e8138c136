import { ChainMoved, ChainUnreachable } from '#connectors/chain/port.ts'
import { commit, decide, guard, update } from '#kernel/db/commit/commit.ts'
import { openAddressBook } from './address-book.ts'
import { type Cursor, hashesKept, packHashes } from './chain.ts'
import type { DepositsContext } from './context.ts'
import type { ChainId } from './ids.ts'
import { type NextBlocks, nextBlocks, ReorganisedTooDeep } from './next-blocks.ts'
import { planDeposits } from './plan-deposits.ts'
import {
  addressesById,
  addressesNamed,
  assetsOf,
  depositsInQuestion,
  findChainById,
  findCursor,
  genuineAssets,
} from './store.ts'
import { writesOf } from './transition-deposit.ts'

/** How long after a look at a chain the next one is due. */
const everySeconds = 5
/** After trouble. */
const laterSeconds = 30
/** A statement has room for some hundred; what is more is recorded before the cursor moves on, a part at a time. */
const depositsAtOnce = 50
/** A reorganisation is over in seconds. A node whose blocks do not fit together for so long is broken. */
const movesMinutes = 5

/**
 * Looks at a chain: reads the next blocks, and records together how far it has come and what they mean for deposits, or
 * for the last of them when they are many.
 * Whatever ends the process in between, the next look begins where the last one was recorded.
 */
export const chainWatcher = () => {
  const book = openAddressBook()
  return async (ctx: DepositsContext, id: ChainId): Promise<void> => {
    const cursor = (await findCursor(ctx.db, id))!
    const known = await findChainById(ctx.db, id)
    if (!known) return recordTrouble(ctx, cursor, changedByHand)
    const { evmId } = known
    const chain = ctx.chains.of(evmId)
    if (!chain) return recordTrouble(ctx, cursor, `no node of chain ${evmId} is configured: FLORIN_EVM_RPC_URLS`)
    try {
      const next = await nextBlocks(chain, cursor, async () => ({
        addresses: await book.all(ctx.db),
        tokens: new Set((await assetsOf(ctx.db, id)).flatMap(({ contract }) => contract ?? [])),
      }))
      await record(ctx, cursor, next)
      logLeftOut(ctx, cursor, next)
    } catch (error) {
      if (error instanceof ChainMoved) return recordTrouble(ctx, cursor, troubleOfMoving(ctx, cursor))
      if (!(error instanceof ChainUnreachable || error instanceof ReorganisedTooDeep)) throw error
      await recordTrouble(ctx, cursor, error.message)
    }
  }
}

/** Nothing is passed over: what arrives is seen when the row counts again. */
const changedByHand = 'the chain, its key or one of its coins was changed by hand: florin verify names it'

const record = (ctx: DepositsContext, cursor: Cursor, next: NextBlocks): Promise<void> =>
  decide(async () => {
    const { id, version } = cursor
    // Another worker was quicker; what it has recorded counts.
    if ((await findCursor(ctx.db, id))?.version !== version) return
    const { keptUpTo, kept, blocks, headNumber } = next
    const transfers = blocks.flatMap((block) => block.transfers)
    const transactions = transfers.map(({ transactionHash }) => transactionHash)
    const last = blocks.at(-1)?.number ?? keptUpTo
    const oldest = last - BigInt(hashesKept) + 1n
    const [known, paid, assets] = await Promise.all([
      depositsInQuestion(ctx.db, id, { after: keptUpTo, before: oldest, transactions }),
      addressesNamed(ctx.db, [...new Set(transfers.map(({ to }) => to))]),
      genuineAssets(ctx.db, id),
    ])
    if (!assets) return recordTrouble(ctx, cursor, changedByHand)
    const now = ctx.clock.now()
    const changing = planDeposits({ chainId: id, now, next, last, oldest, known, addresses: paid, assets })
    const addresses = await addressesById(ctx.db, [...new Set(changing.map(({ deposit }) => deposit.addressId))])
    const hashes = [...blocks.map(({ hash }) => hash).reverse(), ...kept].slice(0, hashesKept)
    const place = { block_number: last, hashes: packHashes(hashes), head_number: headNumber }
    const due_at = last < headNumber ? now : now.add({ seconds: everySeconds })
    const writes = changing
      .map((one) => writesOf(now, one, addresses.find((at) => at.id === one.deposit.addressId)!))
      .filter((ofOne) => ofOne.length > 0)
    while (writes.length > depositsAtOnce) {
      const part = writes.splice(0, depositsAtOnce)
      await commit(ctx, now, [guard('deposits.cursors', { id, version }), ...part.flat()], 'watch-chain')
    }
    const moved = update('deposits.cursors', {
      set: { ...place, read_at: now, trouble: null, due_at, leased_until: null, version: version + 1 },
      where: { id, version },
    })
    await commit(ctx, now, [moved, ...writes.flat()], 'watch-chain')
    if (cursor.trouble !== undefined) ctx.log.info({ chain: String(id) }, 'the chain is read again')
  })

/** Of tokens that are not configured a few are recorded, for an operator; this line says how many were not. */
function logLeftOut({ log }: DepositsContext, { id }: Cursor, { blocks }: NextBlocks): void {
  const isUnknown = blocks.some(({ leftOut }) => leftOut === undefined)
  const transfers = isUnknown ? 'unknown' : blocks.reduce((sum, { leftOut = 0 }) => sum + leftOut, 0)
  if (transfers === 0) return
  log.warn({ chain: String(id), transfers }, 'transfers of tokens that are not configured were left out')
}

function troubleOfMoving({ clock }: DepositsContext, { readAt }: Cursor): string | undefined {
  const isShort = readAt && clock.now().since(readAt).total('minutes') < movesMinutes
  return isShort ? undefined : 'the blocks of the node do not follow one another'
}

async function recordTrouble(ctx: DepositsContext, cursor: Cursor, trouble: string | undefined): Promise<void> {
  const now = ctx.clock.now()
  const { id, version } = cursor
  const due_at = now.add({ seconds: trouble === undefined ? everySeconds : laterSeconds })
  const set = { due_at, leased_until: null, trouble: trouble ?? cursor.trouble ?? null, version: version + 1 }
  await decide(async () => {
    if ((await findCursor(ctx.db, id))?.version !== version) return
    await commit(ctx, now, [update('deposits.cursors', { set, where: { id, version } })], 'watch-chain')
  })
  if (trouble !== undefined && trouble !== cursor.trouble)
    ctx.log.warn({ chain: String(id), trouble }, 'a chain is not read: deposits on it are not seen')
}
