import { stat } from 'node:fs/promises'
import { Command } from 'commander'
import { enablePartitions } from '#database/partitions/enable.ts'
import { type GrowingTable, growingTable, growingTables } from '#database/partitions/growing-tables.ts'
import { keepAhead } from '#database/partitions/keep-ahead.ts'
import { asOwner } from '#database/partitions/owner.ts'
import type { Recorder } from '#database/partitions/recorder.ts'
import { restorePartition } from '#database/partitions/restore.ts'
import { readTables, rowsByMonth, type TableState } from '#database/partitions/state.ts'
import { archivePartitions, readBefore } from '../app/partitions/archive.ts'
import { auditsPartitions } from '../app/partitions/record.ts'
import { print, printProgress, table as textTable } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

type Owner = Parameters<Parameters<typeof asOwner>[1]>[0]

export function partitionsCommand(): Command {
  const partitions = new Command('partitions')
  partitions
    .command('list', { isDefault: true })
    .description('the tables that grow without end: how large they are, and their partitions')
    .option('--count', 'count their rows by month, which reads each of them whole')
    .action(({ count = false }: { count?: boolean }) => withOwner('audit:read', ({ owner }) => list(owner, count)))
  partitions
    .command('enable [tables...]')
    .description('make tables partitioned, all that can be unless some are named; payments go on')
    .action((names: string[]) => withOwner('seals:create', (opened) => enable(opened, chosen(names))))
  partitions
    .command('ahead')
    .description('make the partitions of the next months now, as a worker does every six hours')
    .action(() =>
      withApp(async (app) => {
        const record = auditsPartitions(app.clock, await app.by('seals:create'))
        const kept = await keepAhead(app.databaseUrl, app.clock.now(), record)
        if (!kept) throw new Error(anotherIsAtIt)
        print(kept, kept.made.length === 0 ? 'All partitions are there.' : `Made: ${kept.made.join(', ')}.`)
      }),
    )
  partitions
    .command('archive [tables...]')
    .description('move old partitions to files, so that florin verify does not miss them; payments go on')
    .requiredOption('--before <month>', 'the first month that stays, such as 2026-03')
    .requiredOption('--to <folder>', 'where the files are written; keep them as you keep backups')
    .action((names: string[], { before, to }: { before: string; to: string }) =>
      withOwner('seals:create', (opened) => archive(opened, { names, before, folder: to })),
    )
  partitions
    .command('restore <file>')
    .description('read an archived file into the database again')
    .action((file: string) =>
      withOwner('seals:create', async ({ owner, record }) => {
        const restored = await restorePartition(owner, file, record)
        print(restored, `${restored.rows} rows are in ${restored.table} again, as its partition ${restored.partition}.`)
      }),
    )
  return partitions
}

/** The connection of the tables' owner, and what writes down in the audit what is done with it. */
type Opened = { owner: Owner; app: CommandApp; record: Recorder }

const withOwner = (permission: 'seals:create' | 'audit:read', work: (opened: Opened) => Promise<void>) =>
  withApp(async (app) => {
    const record = auditsPartitions(app.clock, await app.by(permission))
    const ended = await asOwner(app.databaseUrl, (owner) => work({ owner, app, record }), { waitMs: turnWaitMs })
    if (!ended) throw new Error(anotherIsAtIt)
  })
const turnWaitMs = 10_000
const anotherIsAtIt = 'Another program changes partitions of this database. Try again when it has ended.'

const chosen = (names: readonly string[]): readonly GrowingTable[] =>
  names.length > 0 ? names.map(growingTable) : growingTables

async function list(owner: Owner, count: boolean): Promise<void> {
  const states = await readTables(owner)
  const months = new Map<string, ReadonlyMap<string, bigint>>()
  for (const growing of count ? growingTables : []) months.set(growing.table, await rowsByMonth(owner, growing))
  const facts = states.map((state) => ({ ...state, ...(count && { months: months.get(state.table) }) }))
  const tables = textTable(
    ['Table', 'Rows, about', 'MB', 'Oldest row', 'Partitions'],
    states.map(({ table, rows, bytes, oldest, partitions }) => [
      ...[table, String(Math.round(rows)), megabytes(bytes), oldest?.slice(0, 10) ?? ''],
      partitions ? String(partitions.length) : 'none',
    ]),
  )
  const counted = [...months].map(([name, of]) =>
    textTable(
      [name, 'Rows'],
      [...of].map(([month, rows]) => [month, String(rows)]),
    ),
  )
  print({ tables: facts }, [tables, ...states.flatMap(partitionsText), ...counted].join('\n\n'))
}

const partitionsText = ({ table, partitions, staysBecause }: TableState): string[] =>
  partitions
    ? [
        textTable(
          [table, 'From', 'To', 'Rows, about', 'MB'],
          partitions.map(({ name, from, to, rows, bytes }) => [
            ...[name, from ?? '', to ?? (from === undefined ? 'all others' : '')],
            ...[String(Math.round(rows)), megabytes(bytes)],
          ]),
        ) + (staysBecause === undefined ? '' : `\nIt cannot be archived: ${staysBecause}.`),
      ]
    : []

const megabytes = (bytes: number): string => String(Math.round(bytes / 104_857.6) / 10)

async function enable({ owner, app, record }: Opened, tables: readonly GrowingTable[]): Promise<void> {
  const done: object[] = []
  for (const growing of tables) {
    const enabled = await enablePartitions(owner, growing, { now: app.clock.now(), record })
    printProgress(
      enabled
        ? `${growing.table}: partitioned; ${enabled.first} has everything before ${enabled.upTo}. It was locked for ${Math.round(enabled.heldMs)} ms.`
        : `${growing.table}: is partitioned already.`,
    )
    done.push({ table: growing.table, enabled: enabled ?? null })
  }
  print({ tables: done }, 'A worker makes the partitions of the next months; florin doctor says when they are missing.')
}

type ArchiveInput = { names: readonly string[]; before: string; folder: string }

async function archive({ owner, app, record }: Opened, { names, before, folder }: ArchiveInput): Promise<void> {
  const until = readBefore(before, app.clock.now())
  if (!(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new Error(`--to ${folder}: there is no such folder.`)
  const tables = names.length > 0 ? chosen(names) : growingTables.filter((one) => one.archive.refused === undefined)
  const done: object[] = []
  for (const growing of tables)
    for (const { partition, file, rows } of await archivePartitions(app, owner, growing, {
      before: until,
      folder,
      record,
    })) {
      printProgress(`${partition}: ${rows} rows are in ${file}, and no longer in the database.`)
      done.push({ table: growing.table, partition, file, rows })
    }
  const nothing = `No partition ends before ${before}. florin partitions list shows them.`
  print(
    { archived: done },
    done.length === 0 ? nothing : 'Keep the files and the .json beside each as you keep backups.',
  )
}
