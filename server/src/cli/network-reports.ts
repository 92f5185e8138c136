import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import {
  type Break,
  type ComparedDay,
  compareReport,
  findReport,
  listReports,
  matchDay,
  type Report,
  recordReport,
  reportColumns,
} from '#issuing/networkreports'
import { writeJson } from '#kernel/base/json.ts'
import { type Currency, formatMoney, money } from '#kernel/base/money.ts'
import { countOption, idArgument } from './arguments.ts'
import { csvRows } from './csv-rows.ts'
import { type CommandApp, table, withApp } from './with-app.ts'

type Shown = { json?: boolean }

/** What card networks say they have settled: `florin network reconcile`, `reports` and `match`. */
export function addReportCommands(network: Command): void {
  network
    .command('reconcile')
    .argument('<file>', 'CSV; its first line names the columns: docs/operating/network-reports.md')
    .description('compare what a card network has settled, day by day, with what was booked')
    .option('--json', 'print every row as JSON')
    .action((path: string, shown: Shown) => withApp((app) => reconcile(app, path, shown)))
  network
    .command('reports')
    .argument('[id]', 'one report, compared with what is booked by now', idArgument('id'))
    .description('what networks have reported, newest first')
    .option('--json', 'print every row of the report as JSON')
    .option('--page <number>', 'default: 1', countOption('--page', 1_000_000))
    .option('--limit <count>', 'on a page; default: 50', countOption('--limit', 1_000))
    .action((id: bigint | undefined, { page = 1, limit = 50, ...shown }: Shown & { page?: number; limit?: number }) =>
      withApp(async (app) => {
        await app.by('settlements:read')
        if (id !== undefined) return show(app, await reportOf(app, id), shown)
        const { data, total } = await listReports(app.db, { page, size: limit })
        const rows = data.map((one) => [String(one.id), one.name, one.recordedBy, secondOf(one.recordedAt)])
        console.log(table(['id', 'file', 'by', 'at'], rows))
        console.log(`${data.length} of ${total}`)
      }),
    )
  network
    .command('match')
    .argument('<report>', '', idArgument('report'))
    .argument('<row>', 'its number, as florin network reports shows it', idArgument('row'))
    .description('you know why a row differs: say it with florin --reason "…" network match')
    .action((reportId: bigint, row: bigint) =>
      withApp(async (app) => {
        const { reason, ...by } = await app.by('settlements:resolve')
        if (!reason) throw new Error('Say why it differs: florin --reason "the network’s fee of May" network match …')
        const { day, currency } = await matchDay(app, { by: { ...by, reason }, reportId, row })
        console.log(`${day} ${currency} is matched.`)
      }),
    )
}

async function reconcile(app: CommandApp, path: string, shown: Shown): Promise<void> {
  const by = await app.by('settlements:create')
  const handle = await open(path)
  try {
    const hash = createHash('sha256')
    const report = await recordReport(app, {
      by,
      name: basename(path),
      rows: fileRows({ name: path, handle, reads: (bytes) => void hash.update(bytes) }),
      digest: () => hash.digest(),
    })
    await show(app, report, shown)
  } finally {
    await handle.close()
  }
}

type Source = Parameters<typeof csvRows>[0] & { reads(bytes: Buffer): void }

async function* fileRows({ reads, ...source }: Source) {
  for await (const { row } of csvRows(source, { columns: reportColumns, reads })) yield row
}

async function reportOf({ db }: CommandApp, id: bigint): Promise<Report> {
  const report = await findReport(db, id)
  if (!report) throw new Error(`There is no report ${id}. Which there are: florin network reports.`)
  return report
}

async function show({ db }: CommandApp, { id, name, recordedBy, recordedAt }: Report, { json }: Shown): Promise<void> {
  const days = await compareReport(db, id)
  if (json) return console.log(writeJson({ id, name, rows: days.map(jsonOf) }))
  console.log(`Report ${id}, ${name}, of ${secondOf(recordedAt)} by ${recordedBy}: ${countsOf(days)}.`)
  const rows = days.filter(({ breaks }) => breaks.length > 0).flatMap(breakRows)
  if (rows.length > 0)
    console.log(table(['row', 'day', 'currency', 'what', 'the network', 'booked', 'differs by', 'status'], rows))
}

function countsOf(days: readonly ComparedDay[]): string {
  const count = (status: ComparedDay['status']) => days.filter((day) => day.status === status).length
  return `${count('agrees')} of ${days.length} days agree, ${count('matched')} are matched, ${count('differs')} differ`
}

const breakRows = ({ id, line, day, currency, breaks, status, match }: ComparedDay): string[][] =>
  breaks.map((one, place) => [
    place === 0 ? String(id) : '',
    place === 0 ? `${day}${line === 0 ? ', not in the file' : ''}` : '',
    place === 0 ? currency : '',
    one.movement,
    sumText(one.reported, currency),
    sumText(one.booked, currency),
    formatMoney(money(one.reported.minor - one.booked.minor, currency)),
    place === 0 ? (status === 'matched' ? `matched: ${match?.reason ?? ''}` : status) : '',
  ])

const sumText = ({ count, minor }: Break['reported'], currency: Currency): string =>
  `${count}: ${formatMoney(money(minor, currency))}`

const jsonOf = ({ id, line, day, currency, status, breaks, match }: ComparedDay) => ({
  row: id,
  line,
  day: `${day}`,
  currency,
  status,
  breaks: breaks.map(({ movement, reported, booked }) => ({
    movement,
    reported: { count: reported.count, amount: formatMoney(money(reported.minor, currency)) },
    booked: { count: booked.count, amount: formatMoney(money(booked.minor, currency)) },
    difference: formatMoney(money(reported.minor - booked.minor, currency)),
  })),
  ...(match && { match: { reason: match.reason, by: match.by, at: secondOf(match.at) } }),
})

const secondOf = (at: Temporal.Instant): string => at.toString({ smallestUnit: 'second' })
