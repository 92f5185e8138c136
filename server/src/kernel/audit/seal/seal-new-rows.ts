import type { Clock } from '#kernel/base/clock.ts'
import { commit, DuplicateKey, insert, type Write } from '#kernel/db/commit/commit.ts'
import { type Db, jsonb } from '#kernel/db/db.ts'
import { type BatchSizes, openBatchSizes } from './batch-sizes.ts'
import { beginning, hashOf, type Page } from './chain.ts'
import { codeOfRows, type NotSealed, notSealedPage, rowsNotSealed, sealedAfterAllPage } from './not-sealed.ts'
import { type Batch, journalsOf, safeReach } from './reach.ts'
import { isJournal, nameOf, type Sealed } from './sealed.ts'
import { pageStatement } from './statements.ts'
import type { Detached, Positions } from './tables.ts'

export type SealContext = { db: Db; clock: Clock }

export type Sealing = {
  /** All kinds, in any order. */
  sealed: readonly Sealed[]
  /** Makes what must be there before rows are sealed, such as salts. Called when there is anything to seal. */
  prepare?: (ctx: SealContext, sealedUpTo: (table: string) => bigint) => Promise<void>
}

/** What one seal has done. */
export type SealedNow = {
  /** The rows that it covers; 0 when nothing is new or when another process was quicker. */
  rows: number
  /** A seal was made, and more can be sealed at once. */
  more: boolean
  /** The journals of which not everything that was there when it began is sealed. */
  behind: readonly string[]
  /** The rows that fail even alone, for which the seal says so. */
  notSealed: readonly NotSealed[]
}

/**
 * Seals what is new, as one seal. It only reads what others have committed, so no payment waits for it, and rows whose
 * numbers a transaction has taken and not committed yet are left for a later seal together with all that follow them.
 *
 * A batch that fails by its rows is halved, down to the one row that fails alone: the seal covers the others, and says
 * which one it does not. What fails for all rows, such as a lost connection, is thrown.
 */
export async function sealNewRows(ctx: SealContext, sealing: Sealing, sizes = openBatchSizes()): Promise<SealedNow> {
  const { db } = ctx
  const last = await lastSeal(db)
  const journals = journalsOf(sealing.sealed)
  for (;;) {
    const { batches, behind, isFull } = await safeReach(db, { journals, positions: last.positions, sizeOf: sizes.of })
    if (batches.size === 0) return { rows: 0, more: false, behind, notSealed: [] }
    await sealing.prepare?.(ctx, (table) => BigInt(last.positions[table] ?? 0))
    const made = await pagesOf(db, sealing.sealed, { batches, sizes })
    if (made === 'halved') continue
    const { pages, rows, notSealed } = made
    const reach = [...batches].map(([name, { through }]) => [name, String(through)])
    const positions = { ...last.positions, ...Object.fromEntries(reach) }
    const all = [...pages, ...notSealedPage(notSealed)]
    if (!(await append(ctx, last, { positions, detached: null, pages: all })))
      return { rows: 0, more: false, behind: [...behind, ...batches.keys()], notSealed: [] }
    sizes.succeeded()
    return { rows, more: isFull, behind, notSealed }
  }
}

type Batches = { batches: ReadonlyMap<string, Batch>; sizes: BatchSizes }
type Pages = { pages: Page[]; rows: number; notSealed: NotSealed[] }

/** The pages of the next rows, or `halved`: a kind could not be read, and smaller batches are to be tried. */
async function pagesOf(db: Db, all: readonly Sealed[], { batches, sizes }: Batches): Promise<Pages | 'halved'> {
  const made: Pages = { pages: [], rows: 0, notSealed: [] }
  for (const sealed of all) {
    const names = [...new Set(sealed.feeds.map(({ journal }) => nameOf(journal)))]
    if (!names.some((name) => batches.has(name))) continue
    try {
      addPage(made, sealed, await readPage(db, sealed, batches))
    } catch (error) {
      const code = codeOfRows(error)
      if (code === undefined) throw error
      if (sizes.halve(names, batches)) return 'halved'
      const longer = await readPatiently(db, sealed, { batches, code })
      if (longer === undefined) made.notSealed.push(rowOf(sealed, batches, code))
      else addPage(made, sealed, longer)
    }
  }
  return made
}

function addPage(made: Pages, { name }: Sealed, { keys, digests, rows }: PageRow): void {
  if (keys === null || digests === null) return
  made.pages.push({ name, keys, digests })
  made.rows += Number(rows)
}

/** The one row of a journal that is left of a batch. */
function rowOf({ name, feeds }: Sealed, batches: Batches['batches'], code: string): NotSealed {
  const { journal } = feeds.find((feed) => batches.has(nameOf(feed.journal)))!
  return { journal: journal.table, id: batches.get(nameOf(journal))!.through, kind: name, code }
}

type PageRow = { keys: string | null; digests: Uint8Array | null; rows: bigint }

async function readPage(db: Pick<Db, 'run'>, sealed: Sealed, batches: Batches['batches']): Promise<PageRow> {
  const ends = sealed.feeds.flatMap(({ journal }) => {
    const batch = batches.get(nameOf(journal))
    return batch ? [batch.after, batch.through] : [0n, 0n]
  })
  const [row] = await db.run(pageStatement(sealed), ends)
  return row as PageRow
}

/** One row may name so many others, such as the payments of a shopper, that they take longer than a statement may. */
async function readPatiently(
  db: Db,
  sealed: Sealed,
  { batches, code }: { batches: Batches['batches']; code: string },
): Promise<PageRow | undefined> {
  if (code !== timedOut) return undefined
  const limits = { statementTimeoutMs: oneRowTimeoutMs }
  return db
    .snapshot((moment) => readPage(moment, sealed, batches), limits)
    .catch((error: unknown) => {
      if (codeOfRows(error) === undefined) throw error
      return undefined
    })
}
const timedOut = '57014'
const oneRowTimeoutMs = 600_000

/** Tries the rows again that could not be sealed, and seals those that can be now. Returns how many these are. */
export async function sealAfterAll({ db, clock }: SealContext, { sealed }: Sealing): Promise<number> {
  const repaired: NotSealed[] = []
  const pages = new Map<string, PageRow>()
  for (const row of await rowsNotSealed(db)) {
    const kind = sealed.find(({ name }) => name === row.kind)
    // A row of a journal is compared with the seal of its place in it, so it cannot be sealed later.
    if (!kind || isJournal(kind) || pages.has(kind.name)) continue
    const batch = { after: row.id - 1n, through: row.id, rows: 1 }
    const names = kind.feeds.map(({ journal }) => journal).filter(({ table }) => table === row.journal)
    const batches = new Map(names.map((journal) => [nameOf(journal), batch]))
    const page = await readPage(db, kind, batches).catch((error: unknown) => {
      if (codeOfRows(error) === undefined) throw error
      return undefined
    })
    if (!page) continue
    pages.set(kind.name, page)
    repaired.push(row)
  }
  if (repaired.length === 0) return 0
  const last = await lastSeal(db)
  const filled = [...pages].flatMap(([name, { keys, digests }]) =>
    keys === null || digests === null ? [] : [{ name, keys, digests }],
  )
  const all = [...filled, ...sealedAfterAllPage(repaired)]
  return (await append({ db, clock }, last, { positions: last.positions, detached: null, pages: all }))
    ? repaired.length
    : 0
}

/**
 * Records that rows of a table are gone on purpose, moved away with their month or deleted when old: `verify` does not
 * look for them any more, and their seals stay in the chain.
 */
export async function sealDetachment({ db, clock }: SealContext, detached: Detached): Promise<void> {
  // Another process may seal at the same moment, and then the next place in the chain is tried.
  for (let tries = 1; tries <= triesMax; tries++) {
    const last = await lastSeal(db)
    if (await append({ db, clock }, last, { positions: last.positions, detached, pages: [] })) return
  }
  throw new Error('Other processes seal without a pause. Nothing was recorded; try again.')
}
const triesMax = 100

type Last = { id: bigint; hash: Uint8Array; positions: Positions }

async function lastSeal(db: Db): Promise<Last> {
  const row = await db.read
    .selectFrom('seals.seals')
    .select(['id', 'hash', 'positions'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { id: 0n, hash: beginning, positions: {} }
}

type Appended = { positions: Positions; detached: Detached | null; pages: readonly Page[] }

async function append({ db, clock }: SealContext, last: Last, { positions, detached, pages }: Appended) {
  const id = last.id + 1n
  const sealedAt = clock.wall().round('microsecond') // as exact as the database keeps it
  const hash = hashOf({ id, previous: last.hash, positions, detached, sealedAt, pages })
  const seal = insert('seals.seals', {
    id,
    previous: last.hash,
    hash,
    positions: jsonb(positions),
    detached: detached && jsonb(detached),
    sealed_at: sealedAt,
  })
  const written: Write[] = pages.map((page) => insert('seals.pages', { seal_id: id, ...page }))
  try {
    await commit({ db, react: async () => [] }, sealedAt, [seal, ...written], 'seal-new-rows')
    return true
  } catch (error) {
    if (error instanceof DuplicateKey) return false
    throw error
  }
}
