import type { Command } from 'commander'
import type { StaffAuthor } from '#core/access'
import {
  beginFile,
  type ClearingFile,
  clearFile,
  type FileSums,
  findFile,
  listFiles,
  movedBy,
  sumFile,
  sumText,
} from '#issuing/spending'
import { type Currency, formatMoney, money } from '#kernel/base/money.ts'
import { countOption, idArgument } from './arguments.ts'
import { type OpenClearingFile, openClearingFile } from './clearing-file.ts'
import { type NewFile, openNewFile } from './new-file.ts'
import { print, printProgress, table } from './printing.ts'
import { showProgress } from './progress.ts'
import { type CommandApp, withApp } from './with-app.ts'

/** Files of presentments: `florin network clear` and `files`. */
export function addClearingCommands(network: Command): void {
  network
    .command('clear')
    .argument(
      '<file>',
      'CSV; its first line names the columns: docs/operating/clearing.md. With - it is read from standard input',
    )
    .description('book the presentments of a clearing file; run it again to go on after a fault')
    .option('--rejected <file>', 'write the rejected rows here; default: the name of the file and .rejected')
    .action((path: string, { rejected }: { rejected?: string }) => clear(path, rejected))
  network
    .command('files')
    .argument('[id]', 'one file, with what it has moved', idArgument('id'))
    .description('clearing files, newest first')
    .option('--page <number>', 'default: 1', countOption('--page', 1_000_000))
    .option('--limit <count>', 'on a page; default: 50', countOption('--limit', 1_000))
    .action((id: bigint | undefined, { page = 1, limit = 50 }: { page?: number; limit?: number }) =>
      withApp(async (app) => {
        await app.by('settlements:read')
        if (id !== undefined) return printFile(app, id)
        const { data, total } = await listFiles(app.db, { page, size: limit })
        const all = table(headings, data.map(rowOf))
        print({ data, page, size: limit, total }, `${all}\n${data.length} of ${total}`)
      }),
    )
}

async function clear(path: string, rejected: string | undefined): Promise<void> {
  if (path === '-' && rejected === undefined)
    throw new Error(
      'Pass --rejected <file>: what arrives on standard input has no name for the rows that are rejected.',
    )
  const source = await openClearingFile(path)
  try {
    const sums = await sumFile(source.rows())
    refuseDifferences(path, sums)
    await withApp((app) => clearOnce(app, { source, sums, rejectedTo: rejected ?? `${path}.rejected` }))
  } finally {
    await source.close()
  }
}

function refuseDifferences(path: string, { differences }: FileSums): void {
  if (differences.length === 0) return
  throw new Error(
    `${path} does not come to what it says, and nothing is booked. Ask its sender for the right file.\n${differences.join('\n')}`,
  )
}

type Clearing = { source: OpenClearingFile; sums: FileSums; rejectedTo: string }

async function clearOnce(app: CommandApp, { source, sums, rejectedTo }: Clearing): Promise<void> {
  const by = await app.by('settlements:create')
  const { name } = source
  const file = await beginFile(app, { by, name, digest: source.digest(), rowCount: sums.rowCount })
  if (file.finishedAt) {
    return printFile(app, file.id, { first: `${name} was cleared before: nothing has changed.` })
  }
  if (file.done > 0) printProgress(`${name} was begun at ${secondOf(file.startedAt)}, and is continued.`)
  const rejected = await openNewFile(
    rejectedTo,
    'It may hold rows that you have corrected: name another with --rejected.',
  )
  try {
    await rejected.append([source.header()])
    await clearRows(app, { by, file, source, rejected })
    const { counts } = (await findFile(app.db, file.id))!
    await (counts.rejected > 0 ? rejected.finish() : rejected.discard())
    await printFile(app, file.id, { last: sumsText(sums) })
    if (counts.rejected > 0)
      throw new Error(
        `${counts.rejected === 1 ? '1 row was' : `${counts.rejected} rows were`} rejected. They are in ${rejectedTo}: correct what is listed, and clear that file.`,
      )
  } finally {
    await rejected.close()
  }
}

type ClearingRows = { by: StaffAuthor; file: ClearingFile; source: OpenClearingFile; rejected: NewFile }

async function clearRows(app: CommandApp, { by, file, source, rejected }: ClearingRows): Promise<void> {
  const texts = new Map<number, string>()
  let done = 0
  for await (const results of clearFile(app, { by, file, rows: source.rows(texts) })) {
    const wrong = results.filter((result) => result.is === 'rejected')
    for (const { line, problems } of wrong)
      for (const { field, message } of problems) printProgress(`line ${line}, ${field}: ${message}`)
    await rejected.append(wrong.map(({ line }) => texts.get(line)!))
    texts.clear()
    done += results.length
    showProgress(`${done} of ${file.rowCount} rows, ${Math.floor(100 * source.progress())} %`)
  }
  showProgress('')
}

const sumsText = ({ sums, hasTotals }: FileSums): string =>
  [
    `In the file: ${sums.map((sum) => `${sumText(sum)} ${sum.net.currency}`).join('; ') || 'nothing'}.`,
    hasTotals ? 'Its totals agree.' : 'It has no totals to compare that with.',
  ].join(' ')

const headings = [
  'id',
  'file',
  'rows',
  'done',
  'cleared',
  'forced',
  'refunded',
  'before',
  'rejected',
  'begun',
  'finished',
]
const rowOf = ({ id, name, rowCount, done, counts, startedAt, finishedAt }: ClearingFile): string[] => [
  String(id),
  name,
  String(rowCount),
  String(done),
  ...[counts.cleared, counts.forced, counts.refunded, counts.repeated, counts.rejected].map(String),
  secondOf(startedAt),
  finishedAt ? secondOf(finishedAt) : 'no',
]
const secondOf = (at: Temporal.Instant): string => at.toString({ smallestUnit: 'second' })

const movedFacts = ([currency, cleared, refunded, owed]: readonly string[]) => ({ currency, cleared, refunded, owed })

type Around = { first?: string; last?: string }

async function printFile({ db }: CommandApp, id: bigint, { first, last }: Around = {}): Promise<void> {
  const file = await findFile(db, id)
  if (!file) throw new Error(`There is no clearing file ${id}. Which there are: florin network files.`)
  const { name, rowCount, done, startedAt, startedBy, counts, finishedAt } = file
  const { cleared, forced, refunded, repeated, rejected } = counts
  const progress = finishedAt
    ? `${cleared} cleared, ${forced} cleared without an authorization, ${refunded} refunded, ${repeated} booked before, ${rejected} rejected.`
    : `It is not finished: ${done} rows are done. Clear it again to go on.`
  const moved = await movedBy(db, id)
  const text = (minor: bigint, currency: Currency) => formatMoney(money(minor, currency))
  const rows = moved.map(({ currency, cleared, refunded }) => [
    currency,
    text(cleared, currency),
    text(refunded, currency),
    text(cleared - refunded, currency),
  ])
  const lines = [
    first,
    `File ${id}, ${name}, ${rowCount} rows, begun at ${secondOf(startedAt)} by ${startedBy}.`,
    progress,
    rows.length > 0 ? table(['currency', 'cleared', 'refunded', 'owed to the network'], rows) : undefined,
    last,
  ]
  print({ ...file, moved: rows.map(movedFacts) }, lines.filter((line) => line !== undefined).join('\n'))
}
