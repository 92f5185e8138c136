import type pg from 'pg'
import { columnsOf, type Manifest, manifestIn, rowsAsLines, writeArchive } from '#database/partitions/archive-file.ts'
import { describeRows, detach, dropIfKept, leftDetached, rangesOf } from '#database/partitions/detached.ts'
import type { GrowingTable } from '#database/partitions/growing-tables.ts'
import { boundName, instantOf, monthStart, type Partition, partitionsOf } from '#database/partitions/partitions-of.ts'
import type { Recorder } from '#database/partitions/recorder.ts'
import { type SealContext, sealDetachment } from '#kernel/audit/seal/seal-new-rows.ts'
import { nameOf } from '#kernel/audit/seal/sealed.ts'
import type { Detached } from '#kernel/audit/seal/tables.ts'
import { sealAll } from '../../audit/seal.ts'
import { sealed } from '../../audit/sealed.ts'

export type Archived = Pick<Manifest, 'table' | 'partition' | 'file' | 'rows'>

export type ArchiveOptions = {
  /** Partitions that end by then are moved away. */
  before: Temporal.Instant
  /** The folder that receives the files. */
  folder: string
  /** Called for each partition that leaves, in the transaction that drops it. */
  record?: Recorder | undefined
  /** Called before each step, for tests that stop at one. */
  onStep?: ((step: ArchiveStep) => Promise<void>) | undefined
}
export const archiveSteps = ['write', 'seal', 'detach', 'compare'] as const
export type ArchiveStep = (typeof archiveSteps)[number]

/**
 * Moves old partitions of a table into files: written, sealed as gone, taken off, and dropped only when the file has been read back
 * and has the same rows. Stopped at any point, the same call goes on. Throws when a table, or rows of it, cannot leave.
 */
export async function archivePartitions(
  ctx: SealContext,
  client: pg.Client,
  growing: GrowingTable,
  { before, folder, record, onStep = async () => {} }: ArchiveOptions,
): Promise<Archived[]> {
  const { table, archive } = growing
  if (archive.refused !== undefined) throw new Error(`${table} cannot be archived: ${archive.refused}.`)
  const done: Archived[] = []
  for (const left of await leftDetached(client, growing)) {
    await dropIfKept(client, growing, { folder, record }, left)
    done.push((await manifestIn(folder, left.partition))!)
  }
  const until = monthStart(before)
  const old = ((await partitionsOf(client, growing)) ?? []).filter(({ to }) => to !== undefined && to <= until)
  if (old.length > 0) await sealAll(ctx)
  for (const partition of old) {
    await refuseNeeded(client, growing, partition)
    await onStep('write')
    const manifest = await writePartition(ctx, client, { growing, partition, folder })
    if (!manifest) continue
    await onStep('seal')
    await sealAway(ctx, manifest)
    await onStep('detach')
    await detach(client, partition, manifest)
    await onStep('compare')
    await dropIfKept(client, growing, { folder, record }, manifest)
    done.push(manifest)
  }
  return done
}

async function refuseNeeded(client: pg.Client, { table, archive }: GrowingTable, { name }: Partition): Promise<void> {
  if (archive.refused !== undefined) return
  const has = async (where: string) =>
    (await client.query(`select from ${name} r where ${where} limit 1`)).rowCount === 1
  if (archive.busy && (await has(archive.busy)))
    throw new Error(`${name} has rows that are still due. ${table} can be archived when they are delivered or parked.`)
  if (archive.needed && (await has(archive.needed.where))) throw new Error(`${name}: ${archive.needed.because}.`)
}

type Part = { growing: GrowingTable; partition: Partition; folder: string }

/** Undefined: it is empty. What a run that was stopped has written is written anew: it is not known to be whole. */
async function writePartition(
  { db }: SealContext,
  client: pg.Client,
  { growing, partition, folder }: Part,
): Promise<Manifest | undefined> {
  const { table, order } = growing
  const { name, from, to } = partition
  const found = await describeRows(client, growing, partition)
  if (!found) return undefined
  const reach = await sealedUpTo(db, table)
  if (found.last > reach)
    throw new Error(
      `${table} is sealed up to row ${reach}, and ${name} goes on to ${found.last}. Its rows are not at rest yet.`,
    )
  const columns = await columnsOf(client, name)
  return writeArchive(folder, rowsAsLines(client, name, { columns, order }), {
    table,
    partition: name,
    from: String(instantOf(from ?? monthStart(found.since))),
    to: String(instantOf(to!)),
    columns,
    ranges: await rangesOf(client, growing, { name, ...found }),
  })
}

/** How far the rows of a table are sealed, by the numbers that the chain knows them by. */
async function sealedUpTo(db: SealContext['db'], table: string): Promise<bigint> {
  const journal = sealed.find((kind) => kind.table === table)?.feeds[0]?.journal
  const last = await db.read.selectFrom('seals.seals').select('positions').orderBy('id', 'desc').executeTakeFirst()
  return BigInt((journal && last?.positions[nameOf(journal)]) ?? 0)
}

/** The chain says which rows are gone on purpose, and to which file. What it has already is not recorded again. */
async function sealAway(ctx: SealContext, { table, from, to, rows, sha256, ranges }: Manifest): Promise<void> {
  const recorded = (await ctx.db.run(
    `select detached from seals.seals where detached is not null and detached -> 'archive' ->> 'sha256' = $1`,
    [sha256],
  )) as { detached: Detached }[]
  const isRecorded = (range: Manifest['ranges'][number]) =>
    recorded.some(({ detached }) => detached.from === range.from && detached.through === range.through)
  for (const range of ranges)
    if (!isRecorded(range)) await sealDetachment(ctx, { table, ...range, archive: { from, to, rows, sha256 } })
}

/** The first month that stays: `2026-03`. Of the newest months nothing is moved away. */
export function readBefore(text: string, now: Temporal.Instant): Temporal.Instant {
  const before = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? Temporal.Instant.from(`${text}-01T00:00:00Z`) : undefined
  const newest = instantOf(monthStart(now, -1))
  if (before && Temporal.Instant.compare(before, newest) <= 0) return before
  const stays = boundName(monthStart(now, -1), { by: 'month' })
  throw new Error(`--before ${text}: name the first month that stays, ${stays} or an earlier one.`)
}
