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
  settleDay,
  settlementOf,
} from '#issuing/networkreports'
import { type Currency, formatMoney, money } from '#kernel/base/money.ts'
import { countOption, idArgument } from './arguments.ts'
import { csvRows } from './csv-rows.ts'
import { print, table } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

/** What card networks say they have settled: `florin network reconcile`, `reports`, `match` and `settle`. */
export function addReportCommands(network: Command): void {
  network
    .command('reconcile')
    .argument('<file>', 'CSV; its first line names the columns: docs/operating/network-reports.md')
    .description('compare what a card network has settled, day by day, with what was booked')
    .action((path: string) => withApp((app) => reconcile(app, path)))
  network
    .command('reports')
    .argument('[id]', 'one report, compared with what is booked by now', idArgument('id'))
    .description('what networks have reported, newest first')
    .option('--page <number>', 'default: 1', countOption('--page', 1_000_000))
    .option('--limit <count>', 'on a page; default: 50', countOption('--limit', 1_000))
    .action((id: bigint | undefined, { page = 1, limit = 50 }: { page?: number; limit?: number }) =>
      withApp(async (app) => {
        await app.by('settlements:read')
        if (id !== undefined) return printReport(app, await reportOf(app, id))
        const { data, total } = await listReports(app.db, { page, size: limit })
        const rows = data.map((one) => [String(one.id), one.name, one.recordedBy, secondOf(one.recordedAt)])
        const text = `${table(['id', 'file', 'by', 'at'], rows)}\n${data.length} of ${total}`
        print({ data, page, size: limit, total }, text)
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
        print({ report: reportId, row, day, currency, status: 'matched' }, `${day} ${currency} is matched.`)
      }),
    )
  network
    .command('settle')
    .argument('<report>', '', idArgument('report'))
    .argument('<row>', 'its number, as florin network reports shows it', idArgument('row'))
    .description('the money of a day has moved at your bank: book it')
    .option('--reference <text>', 'what the bank calls it')
    .action((reportId: bigint, row: bigint, { reference }: { reference?: string }) =>
      withApp(async (app) => {
        const by = await app.by('settlements:resolve')
        const { day, currency } = await settleDay(app, { by, reportId, row, bankReference: reference })
        print({ report: reportId, row, day, currency, status: 'settled' }, `${day} ${currency} is settled.`)
      }),
    )
}

async function reconcile(app: CommandApp, path: string): Promise<void> {
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
    await printReport(app, report)
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

async function printReport({ db }: CommandApp, { id, name, recordedBy, recordedAt }: Report): Promise<void> {
  const days = await compareReport(db, id)
  const head = `Report ${id}, ${name}, of ${secondOf(recordedAt)} by ${recordedBy}: ${countsOf(days)}.`
  const rows = days.filter(({ breaks }) => breaks.length > 0).flatMap(breakRows)
  const breaks = ['row', 'day', 'currency', 'what', 'the network', 'booked', 'differs by', 'status']
  const text = [
    head,
    ...(rows.length === 0 ? [] : [table(breaks, rows)]),
    `\n${table(['row', 'day', 'currency', 'to pay', 'of that, fees', 'settled'], days.map(paymentRow))}`,
  ].join('\n')
  print({ id, name, rows: days.map(jsonOf) }, text)
}

/** What the network collects for a day; below zero, what it pays. */
function paymentRow({ id, day, currency, sums, settlement }: ComparedDay): string[] {
  const { netMinor, feesMinor } = settlementOf(sums)
  const [total, fees] = [netMinor + feesMinor, feesMinor].map((minor) => formatMoney(money(minor, currency)))
  return [String(id), `${day}`, currency, total!, fees!, settlement ? secondOf(settlement.at) : '']
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

const jsonOf = ({ id, line, day, currency, status, breaks, match, settlement }: ComparedDay) => ({
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
  ...(settlement && { settled: { by: settlement.by, at: secondOf(settlement.at) } }),
})

const secondOf = (at: Temporal.Instant): string => at.toString({ smallestUnit: 'second' })
