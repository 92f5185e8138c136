import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { Command, Option } from 'commander'
import type { PaymentId } from '#acquiring/ids'
import {
  acceptBreak,
  type BreakId,
  breakKinds,
  breakRecord,
  breakStates,
  describeBreak,
  describeReport,
  findBreak,
  findReport,
  importReport,
  listBreaks,
  listReports,
  matchBreak,
  type ReportId,
  reportColumns,
  type SampleFault,
  sampleFaults,
  sampleReport,
  unreportedBatches,
  unreportedRecord,
  writeOffBreak,
} from '#acquiring/reconciliation'
import type { SettlementFile } from '#connectors/acquirer/processor.ts'
import { countOption, idArgument } from './arguments.ts'
import { csvRows } from './csv-rows.ts'
import { openNewFile } from './new-file.ts'
import { print, printWaits, table } from './printing.ts'
import { breaksTable, breakText, reportText } from './reconcile-text.ts'
import { type CommandApp, withApp } from './with-app.ts'

type Paged = { page?: number; limit?: number }

/** What acquirers say they have settled, and where it differs from the books: docs/operating/reconciliation.md. */
export function reconcileCommand(): Command {
  const reconcile = new Command('reconcile').description('reports of acquirers, and where they differ from the books')
  reconcile
    .command('import')
    .argument('<file>', 'CSV; its first line names the columns: docs/operating/reconciliation.md')
    .option('--of <connection>', 'the file is in the shape that the profile of this connection has')
    .description('import what an acquirer has settled: what agrees is booked, what differs is a break')
    .action((path: string, { of }: { of?: string }) => withApp((app) => importFile(app, path, of)))
  paged(reconcile.command('reports').argument('[id]', 'one report', idArgument('id')))
    .description('what acquirers have reported, newest first')
    .action((id: ReportId | undefined, options: Paged) => withApp((app) => showReports(app, id, options)))
  addBreaks(reconcile)
  paged(reconcile.command('unreported'))
    .description('batches that no report has covered: they were closed before the first report of their connector')
    .action((options: Paged) => withApp((app) => showUnreported(app, options)))
  addSample(reconcile)
  return reconcile
}

const paged = (command: Command): Command =>
  command
    .option('--page <number>', 'default: 1', countOption('--page', 1_000_000))
    .option('--limit <count>', 'on a page; default: 50', countOption('--limit', 1_000))

async function importFile(app: CommandApp, path: string, connection: string | undefined): Promise<void> {
  const by = await app.by('settlements:create')
  const shaped = connection === undefined ? undefined : settlementFileOf(app, connection)
  const handle = await open(path)
  try {
    let hash: Hash
    const rows = () => {
      hash = createHash('sha256')
      const reads = (bytes: Buffer) => void hash.update(bytes)
      return shaped ? shaped.rows(chunksOf(handle, reads)) : fileRows({ name: path, handle, reads })
    }
    const { id } = await importReport(app, { by, name: basename(path), rows, digest: () => hash.digest() })
    await showReport(app, id)
  } finally {
    await handle.close()
  }
}

function settlementFileOf({ connections }: CommandApp, connection: string): SettlementFile {
  const found = [...connections.all].find(([name]) => name === connection)?.[1]
  if (found?.settlementFile) return found.settlementFile
  throw new Error(
    found
      ? `${connection} has no file of its own: import without --of, in the columns of docs/operating/reconciliation.md.`
      : `There is no connection ${connection}, or it is disabled. Which there are: florin connector list.`,
  )
}

async function* chunksOf(handle: FileHandle, reads: (bytes: Buffer) => void): AsyncGenerator<Uint8Array> {
  for await (const bytes of handle.createReadStream({ autoClose: false, start: 0 })) {
    reads(bytes as Buffer)
    yield bytes as Buffer
  }
}

type Source = { name: string; handle: FileHandle; reads(bytes: Buffer): void }
async function* fileRows({ reads, ...source }: Source) {
  for await (const { row } of csvRows(source, { columns: reportColumns, reads })) yield row
}

async function showReports(app: CommandApp, id: ReportId | undefined, { page = 1, limit = 50 }: Paged) {
  await app.by('settlements:read')
  if (id !== undefined) return showReport(app, id)
  const { data, total } = await listReports(app.db, { page, size: limit })
  const rows = data.map((one) => [
    ...[String(one.id), one.connector, one.name, String(one.rows)],
    one.isWhole ? 'whole' : `broke off after ${one.recordedRows}: import it again`,
    one.recordedBy,
    one.recordedAt.toString({ smallestUnit: 'second' }),
  ])
  const list = table(['id', 'connector', 'file', 'rows', 'import', 'by', 'at'], rows)
  print({ data, page, size: limit, total }, `${list}\n${data.length} of ${total}`)
}

async function showReport({ db }: CommandApp, id: ReportId): Promise<void> {
  const report = await findReport(db, id)
  if (!report) throw new Error(`There is no report ${id}. Which there are: florin reconcile reports.`)
  const shown = await describeReport(db, report)
  print(shown, reportText(shown))
}

type BreakOptions = Paged & {
  status?: (typeof breakStates.statuses)[number]
  all?: true
  kind?: (typeof breakKinds)[number]
  connector?: string
}

function addBreaks(reconcile: Command): void {
  paged(reconcile.command('breaks').argument('[id]', 'one break', idArgument('id')))
    .description('where reports differ from the books, newest first; without --status those that are open')
    .addOption(new Option('--status <status>').choices(breakStates.statuses))
    .option('--all', 'of any status')
    .addOption(new Option('--kind <kind>').choices(breakKinds))
    .option('--connector <name>', 'of one connector')
    .action((id: BreakId | undefined, options: BreakOptions) => withApp((app) => showBreaks(app, id, options)))
  reconcile
    .command('match')
    .argument('<break>', '', idArgument('break'))
    .argument('<transaction>', '', idArgument('transaction'))
    .description('you know which transaction a row is about')
    .action((id: BreakId, transactionId: PaymentId) =>
      withApp(async (app) => {
        const by = await app.by('settlements:resolve')
        const { matched, next } = await matchBreak(app, { by, id, transactionId })
        print(
          { break: breakRecord(matched), ...(next && { next: breakRecord(next) }) },
          next
            ? `Break ${id} is matched. The row differs from transaction ${transactionId}: break ${next.id}, ${next.kind}.`
            : `Break ${id} is matched, and its row is booked.`,
        )
      }),
    )
  reconcile
    .command('accept')
    .argument('<break>', '', idArgument('break'))
    .description('the acquirer may keep the fee that it has kept')
    .action((id: BreakId) =>
      withApp(async (app) => {
        const { accepted, waits } = await acceptBreak(app, { by: await app.by('settlements:resolve'), id })
        if (waits) return printWaits(waits)
        print({ break: breakRecord(accepted) }, `Break ${id} is accepted, and its row is booked.`)
      }),
    )
  reconcile
    .command('write-off')
    .argument('<break>', '', idArgument('break'))
    .description('book a difference as a cost or a gain of yours')
    .action((id: BreakId) =>
      withApp(async (app) => {
        const { written, waits } = await writeOffBreak(app, { by: await app.by('settlements:adjust'), id })
        print(
          waits ? { approval: { id: waits.id } } : { break: breakRecord(written!) },
          waits
            ? `Approval ${waits.id} is requested. When another person has approved it, run the same command again.`
            : `Break ${id} is written off.`,
        )
      }),
    )
}

async function showBreaks(app: CommandApp, id: BreakId | undefined, options: BreakOptions): Promise<void> {
  await app.by('settlements:read')
  const { page = 1, limit = 50, all, status, kind, connector } = options
  if (id !== undefined) {
    const found = await findBreak(app.db, id)
    if (!found) throw new Error(`There is no break ${id}. Which there are: florin reconcile breaks.`)
    const shown = await describeBreak(app.db, found)
    return print(shown, breakText(shown))
  }
  const filter = { status: status ?? (all ? undefined : breakStates.initial), kind, connector }
  const { data, total } = await listBreaks(app.db, filter, { page, size: limit })
  const records = data.map(breakRecord)
  print({ data: records, page, size: limit, total }, `${breaksTable(records)}\n${data.length} of ${total}`)
}

async function showUnreported(app: CommandApp, { page = 1, limit = 50 }: Paged): Promise<void> {
  await app.by('settlements:read')
  const { data, total } = await unreportedBatches(app, { page, size: limit })
  const records = data.map(unreportedRecord)
  const list = table(
    ['batch', 'site', 'closed', 'connector', 'payments', 'net'],
    records.map((one) => [one.batchId, one.siteId, one.closedAt, one.connector, String(one.payments), one.net]),
  )
  const batches = new Set(records.map(({ batchId }) => batchId)).size
  print({ data: records, page, size: limit, total }, `${list}\n${batches} of ${total} batches`)
}

function addSample(reconcile: Command): void {
  reconcile
    .command('sample')
    .argument('<day>', 'the day of the transfers, such as 2026-05-05', dayArgument)
    .argument('<file>', 'is made')
    .description('a report of a connector that lists what it has settled, as the sandbox of staging does')
    .option('--connector <name>', 'default: the first')
    .addOption(new Option('--fault <fault>', 'what is wrong with its largest payment').choices(sampleFaults))
    .action((day: Temporal.PlainDate, path: string, options: { connector?: string; fault?: SampleFault }) =>
      withApp(async (app) => {
        await app.by('settlements:read')
        const name = options.connector ?? app.connectors.ids[0]
        const found = app.connectors.find(name)
        if (!found) throw new Error(`There is no connector ${name}. Which there are: ${app.connectors.ids.join(', ')}.`)
        if (!found.acquirer.capabilities.settlements) throw new Error(`${name} does not list what it has settled.`)
        const lines = await sampleReport(found.acquirer, { connector: name, day, fault: options.fault })
        const file = await openNewFile(path, 'Name another file.')
        try {
          await file.append(lines)
          await file.finish()
        } finally {
          await file.close()
        }
        print({ rows: lines.length - 1, file: path }, `${lines.length - 1} rows are in ${path}.`)
      }),
    )
}

function dayArgument(text: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    throw new Error(`"${text}" is no day; write it as 2026-05-05.`)
  }
}
