import { type Author, auditEntry, platformOwner } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import { commit, insert, ref, update, type Writer } from '#kernel/db/commit/commit.ts'
import { type BinFacts, type BinRange, binDigitsMax, binDigitsMin, factsOf } from './bin.ts'
import { readBins } from './read-bins.ts'
import { refuse } from './refusals.ts'
import { deleteEarlierRanges, findRanges } from './store.ts'
import type { LoadId } from './tables.ts'

/** What is known of cards by their first digits: the table that an operator has loaded. */
export type Bins = {
  /** What holds of all cards that begin with these 6 to 11 digits. Refuses what is no such number (`invalid_bin`). */
  find(digits: string): Promise<BinFacts>
  /**
   * Replaces the whole table with a CSV file, at once and for all processes, when all of it was read.
   * Refuses what cannot be read (`invalid_bin_table`), and then the table stays as it was. Returns how many ranges it has.
   */
  load(input: { by: Author; file: AsyncIterable<string> | Iterable<string> }): Promise<number>
}

type BinsContext = Writer & {
  clock: Clock
  /** Known without a table, such as the cards of the sandbox; the table takes precedence. */
  builtIn: (digits: string) => BinFacts
}

export const openBins = (ctx: BinsContext): Bins => ({
  find: async (digits) => {
    if (digits.length < binDigitsMin || digits.length > binDigitsMax || !/^\d+$/.test(digits))
      throw refuse('invalid_bin', { field: 'bin' })
    const ranges = await findRanges(ctx.db, digits.slice(0, 6))
    return ranges ? factsOf(digits, ranges) : ctx.builtIn(digits)
  },
  load: async ({ by, file }) => {
    const load = await beginLoad(ctx)
    const ranges = await storeRanges(ctx, load, file)
    const now = ctx.clock.now()
    const complete = { ranges: BigInt(ranges), complete_at: now }
    const entry = auditEntry(now, by, {
      action: 'binsLoaded',
      owner: platformOwner,
      subject: { type: 'binTable', id: load },
      after: { ranges },
    })
    await commit(ctx, now, [update('bins.loads', { set: complete, where: { id: load } }), entry], 'open-bins')
    await deleteEarlierRanges(ctx.db, load)
    return ranges
  },
})

async function beginLoad(ctx: BinsContext): Promise<LoadId> {
  const now = ctx.clock.now()
  const as = ref('load')
  const row = { ranges: null, begun_at: now, complete_at: null }
  const ids = await commit(ctx, now, [insert('bins.loads', row, { as })], 'open-bins')
  return ids<LoadId>(as)
}

/** A part at a time: nothing of it is seen before the load is complete. */
async function storeRanges(
  ctx: BinsContext,
  load: LoadId,
  file: AsyncIterable<string> | Iterable<string>,
): Promise<number> {
  let stored = 0
  let part: BinRange[] = []
  const store = async () => {
    const writes = part.map((range) =>
      insert('bins.ranges', rowOf(load, range), { onDuplicate: { ranges_pkey: twice } }),
    )
    if (writes.length > 0) await commit(ctx, ctx.clock.now(), writes, 'open-bins')
    stored += part.length
    part = []
  }
  for await (const range of readBins(file)) {
    part.push(range)
    if (part.length === storedAtOnce) await store()
  }
  await store()
  return stored
}
const storedAtOnce = 1_000

const twice = () => refuse('repeated_bin_range', { field: 'file' })

const first6Of = ({ low }: BinRange): string => String(low).padStart(binDigitsMax, '0').slice(0, 6)

const rowOf = (load: LoadId, range: BinRange) => ({
  load_id: load,
  first6: first6Of(range),
  low: range.low,
  high: range.high,
  brand: range.facts.brand ?? null,
  type: range.facts.type ?? null,
  level: range.facts.level ?? null,
  country: range.facts.country ?? null,
  bank: range.facts.bank ?? null,
})
