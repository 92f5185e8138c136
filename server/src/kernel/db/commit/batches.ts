import {
  type Commit,
  type RowWrite,
  rowWritesOf,
  shapeOf,
  type Touched,
  touchedBy,
} from '#kernel/db/commit/batch-shape.ts'
import { type BatchText, batchText, batchValues } from '#kernel/db/commit/batch-statement.ts'
import { type ColumnTypes, UnknownColumn } from '#kernel/db/commit/column-types.ts'
import { rememberUniqueKeys, type UniqueKeys } from '#kernel/db/commit/unique-keys.ts'
import type { Ref } from '#kernel/db/commit/writes.ts'
import type { Reader } from '#kernel/db/db.ts'
import { LockTimeout, openDeadline } from '#kernel/db/deadline.ts'
import type { Lines, Places } from '#kernel/db/lines.ts'
import { isRolledBack, isSharedFailure } from '#kernel/db/shared-failure.ts'

/** The ids of a commit's new rows. */
export type NewIds = ReadonlyMap<Ref, bigint>

/**
 * Carries out commits, those of one shape together. While a batch of a shape is under way, others of this shape wait and
 * are the next batch; so batches are as large as the database is busy, and a commit that is alone does not wait.
 */
export type Batches = { carryOut<T>(commit: Commit, as: Outcomes<T>): Promise<T> }

export type Outcomes<T> = {
  /** Carries it out by itself: because it is alone, cannot be batched, or could not be carried out with the others. */
  alone(): Promise<T>
  /** The same on a connection of the batches, where it waits for locks for a moment only: then it throws `LockTimeout`. */
  soon(): Promise<T>
  together(ids: NewIds): T
}

export type BatchesOptions = {
  /** The largest batch. */
  most: number
  /** How long others of its shape wait for a commit that is carried out by itself, since it may wait for a lock. */
  aloneMs: number
  /** Where those wait that are carried out by themselves, and for how long: of one row only the first waits in the database. */
  lines: Lines
  lineMs: number
  /** Of those that may wait in the database. Without one, a commit is carried out if its rows are free. */
  places: Places
}

type Waiting = {
  commit: Commit
  writes: readonly RowWrite[]
  touched: Touched
  goOn(ids: NewIds): void
  goAlone(): Promise<void>
  fail(error: unknown): void
}

/** The commits of one shape that wait, and whether others are under way. */
type Line = { shape: string; waiting: Waiting[]; isBusy: boolean }

/** What batches are sent with. Its statements must not wait for locks for long, or all commits of the batch would. */
export type Sender = { run: Reader['run']; columnTypes(isMissing?: boolean): Promise<ColumnTypes> }

export function openBatches(sender: Sender, options: BatchesOptions): Batches {
  const uniqueKeys = rememberUniqueKeys(sender.run)
  const lines = new Map<string, Line>()
  const batchSender = openBatchSender(sender, uniqueKeys)
  const next = async (line: Line): Promise<void> => {
    while (line.waiting.length > 0) {
      const batch = takeBatch(line, options.most)
      if (batch.length === 1) await withinMs(batch[0]!.goAlone(), options.aloneMs)
      // Whatever happens, the commits behind it have their turn.
      else
        await carryOut(line.shape, batch, batchSender).catch((error) => batch.forEach(({ fail }) => void fail(error)))
    }
    lines.delete(line.shape)
  }
  const enter = (shape: string, waiting: Waiting): void => {
    const line = lines.get(shape) ?? { shape, waiting: [], isBusy: false }
    lines.set(shape, line)
    line.waiting.push(waiting)
    if (line.isBusy) return
    line.isBusy = true
    // The end of the turn: what else begins in it comes along.
    setImmediate(() => void next(line))
  }
  return {
    carryOut: async (commit, { alone, soon, together }) => {
      const writes = rowWritesOf(commit)
      const shape = shapeOf(commit.useCase, writes)
      const touched = touchedBy(writes, await uniqueKeys())
      const inTurn = () => takeTurn(commit, touched, options, { alone, soon })
      const isInLine = [touched.changed, touched.guarded].some((rows) => rows.some(options.lines.isWaitedFor))
      if (shape === undefined || isInLine) return inTurn()
      return new Promise((resolve, reject) => {
        const goOn = (ids: NewIds) => resolve(together(ids))
        const goAlone = () => inTurn().then(resolve, reject)
        enter(shape, { commit, writes, touched, goOn, goAlone, fail: reject })
      })
    },
  }
}

/** A commit by itself. Those that change one row would wait for one another in the database, with a connection each. */
function takeTurn<T>(
  { useCase = 'a commit' }: Commit,
  { changed, guarded }: Touched,
  { lines, lineMs, places }: BatchesOptions,
  { alone, soon }: Pick<Outcomes<T>, 'alone' | 'soon'>,
): Promise<T> {
  const { passed, end } = openDeadline(useCase, lineMs)
  const begin = async (): Promise<T> => {
    for (;;) {
      const leave = places.take()
      if (leave) return alone().finally(leave)
      const done = await soon().then(
        (result) => ({ result }),
        (error: unknown) => {
          if (!(error instanceof LockTimeout)) throw error
        },
      )
      if (done) return done.result
      await Promise.race([places.freed(), passed])
    }
  }
  return lines.inTurn({ own: changed, shared: guarded }, passed, begin).finally(end)
}

/** Shapes come from code and not from data, so there are few; the bound is a precaution. */
const textsMax = 500

/** The next commits in line, but for those that touch the same rows as one before them: they are for the batch after it. */
function takeBatch(line: Line, most: number): Waiting[] {
  const [batch, left]: [Waiting[], Waiting[]] = [[], []]
  const [changed, guarded] = [new Set<string>(), new Set<string>()]
  for (const waiting of line.waiting) {
    const { touched } = waiting
    const collides =
      touched.changed.some((row) => changed.has(row) || guarded.has(row)) ||
      touched.guarded.some((row) => changed.has(row))
    for (const row of touched.changed) changed.add(row)
    for (const row of touched.guarded) guarded.add(row)
    if (collides || batch.length === most) left.push(waiting)
    else batch.push(waiting)
  }
  line.waiting = left
  return batch
}

type Statement = { text: string; values: readonly unknown[] }
type BatchSender = {
  statementOf(shape: string, batch: readonly Waiting[]): Promise<Statement>
  run: Reader['run']
}

function openBatchSender({ run, columnTypes }: Sender, uniqueKeys: () => Promise<UniqueKeys>): BatchSender {
  const texts = new Map<string, BatchText>()
  const textOf = async (shape: string, { commit, writes }: Waiting): Promise<BatchText> => {
    const known = texts.get(shape)
    if (known) return known
    const keys = await uniqueKeys()
    const make = async (isMissing: boolean) =>
      batchText(commit.useCase, writes, { types: await columnTypes(isMissing), keys })
    const text = await make(false).catch((error: unknown) => {
      if (error instanceof UnknownColumn) return make(true)
      throw error
    })
    if (texts.size < textsMax) texts.set(shape, text)
    return text
  }
  return {
    run,
    statementOf: async (shape, batch) => {
      const { text, columns } = await textOf(shape, batch[0]!)
      const lists = batch.map(({ writes }) => writes)
      return { text, values: [batch.length, ...batchValues(columns, lists)] }
    },
  }
}

/**
 * Sends commits as one statement. When the database refuses it, the commits whose key it names go alone, or else each half
 * is sent by itself: so one that cannot be made costs a few statements, and the others are still made together.
 */
async function carryOut(
  shape: string,
  batch: readonly Waiting[],
  sender: BatchSender,
  left = { failures: failuresMax },
): Promise<void> {
  if (batch.length === 1) return void batch[0]!.goAlone()
  let isSent = false
  try {
    const statement = await sender.statementOf(shape, batch)
    isSent = true
    const [row] = await sender.run(statement.text, statement.values)
    for (const [nth, waiting] of batch.entries()) {
      if ((row!.good as boolean[])[nth]) waiting.goOn(idsOf(waiting.writes, row!, nth))
      else void waiting.goAlone()
    }
  } catch (error) {
    // It is not certain that nothing was written, so nothing may be tried again.
    if (isSent && !isRolledBack(error)) return batch.forEach(({ fail }) => void fail(error))
    if (isSharedFailure(error) || --left.failures < 0) return batch.forEach((waiting) => void waiting.goAlone())
    for (const part of partsWithout(batch, error)) await carryOut(shape, part, sender, left)
  }
}
/** Of one batch; after that each of its commits goes alone. */
const failuresMax = 16

/** What is sent again after an error: the commits that are not in its way, or else both halves. */
function partsWithout(batch: readonly Waiting[], error: unknown): (readonly Waiting[])[] {
  const { inTheWay = [], others = [] } = Object.groupBy(batch, (one) => (hasTaken(one, error) ? 'inTheWay' : 'others'))
  for (const waiting of inTheWay) void waiting.goAlone()
  if (inTheWay.length > 0) return others.length > 0 ? [others] : []
  const middle = Math.ceil(batch.length / 2)
  return [batch.slice(0, middle), batch.slice(middle)]
}

/**
 * Whether the key that the database says is taken is that of a row of this commit. The sentence of the detail is in the
 * language of the server; its `(columns)=(values)` are not. A value that looks like a key only sends a commit alone.
 */
function hasTaken({ writes }: Waiting, error: unknown): boolean {
  const { code, detail = '', schema, table } = error as Partial<Record<string, string>>
  const [, columns] = (code === '23505' && /\((.*?)\)=\(/s.exec(detail)) || []
  if (columns === undefined) return false
  const names = columns.split(', ')
  const isTaken = (row: Readonly<Record<string, unknown>>) =>
    detail.includes(`(${columns})=(${names.map((name) => String(row[name])).join(', ')})`)
  return writes.some(
    (write) => write.write === 'insert' && write.table === `${schema}.${table}` && write.rows.some(isTaken),
  )
}

const idsOf = (writes: readonly RowWrite[], row: Record<string, unknown>, nth: number): NewIds =>
  new Map(
    writes.flatMap((write, index): [Ref, bigint][] =>
      write.write === 'insert' && write.as ? [[write.as, BigInt((row[`w${index}`] as string[])[nth]!)]] : [],
    ),
  )

async function withinMs(work: Promise<void>, ms: number): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, over])
  clearTimeout(timer)
}
