import { basename } from 'node:path'
import { Command } from 'commander'
import { importRows, type RowResult } from '#acquiring/shoppers'
import type { StaffAuthor } from '#core/access'
import type { Site, SiteId } from '#core/directory'
import { tryMovedCard } from '../surfaces/merchant-api/card-parser.ts'
import { siteIdArgument } from './arguments.ts'
import { type CardFile, type MappingFile, openCardFile, openMapping } from './card-file.ts'
import { print, printProgress } from './printing.ts'
import { showProgress } from './progress.ts'
import { type CommandApp, withApp } from './with-app.ts'

type Options = { mapping?: string; dryRun?: true }

export function cardCommand(): Command {
  const card = new Command('card')
  card
    .command('import')
    .argument('<siteId>', '', siteIdArgument)
    .argument('<file>', 'CSV; its first line names the columns: docs/operating/importing-cards.md')
    .description('import cards that another processor has stored; run it again to go on after a fault')
    .option('--mapping <file>', 'write here which stored card each reference has become')
    .option('--dry-run', 'only check the rows')
    .action((siteId: SiteId, path: string, options: Options) => withApp((app) => run(app, siteId, path, options)))
  return card
}

async function run(app: CommandApp, siteId: SiteId, path: string, { mapping: to, dryRun }: Options): Promise<void> {
  const by = await app.by('cards:create')
  const site = await app.directory.site(siteId)
  if (!site) throw new Error(`There is no site ${siteId}.`)
  if (!dryRun && to === undefined)
    throw new Error(
      'Pass --mapping <file>: without it, it is not known which card is which. Or --dry-run, to check the rows.',
    )
  const file = await openCardFile(path)
  try {
    const mapping = dryRun || to === undefined ? undefined : await openMapping(to)
    try {
      const counts = await importFile(app, { by, site, file, mapping, fileName: basename(path) })
      await mapping?.finish()
      report(counts, { path, to: mapping && to })
    } finally {
      await mapping?.close()
    }
  } finally {
    await file.close()
  }
}

type Import = { by: StaffAuthor; site: Site; file: CardFile; mapping: MappingFile | undefined; fileName: string }
type Counts = Record<RowResult['is'], number>

async function importFile(app: CommandApp, { by, site, file, mapping, fileName }: Import): Promise<Counts> {
  const counts: Counts = { stored: 0, known: 0, good: 0, refused: 0 }
  const today = app.clock.now().toZonedDateTimeISO(site.timeZone).toPlainDate()
  const results = importRows(app, {
    by,
    site,
    fileName,
    rows: file.rows,
    readCard: (fields) => tryMovedCard(fields, today),
    isDryRun: mapping === undefined,
  })
  for await (const some of results) {
    await mapping?.map(some.flatMap((row) => (row.is === 'stored' || row.is === 'known' ? [row] : [])))
    for (const row of some) {
      counts[row.is]++
      if (row.is !== 'refused') continue
      for (const { field, message } of row.problems) printProgress(`line ${row.line}, ${field}: ${message}`)
    }
    showProgress(`${counted(counts)}, ${Math.floor(100 * file.progress())} %`)
  }
  showProgress('')
  return counts
}

function report(counts: Counts, { path, to }: { path: string; to: string | undefined }): void {
  const mapped = [
    `Which card each reference has become is in ${to}.`,
    `${path} holds card numbers: delete it when you need it no more.`,
  ]
  print({ ...counts, mapping: to }, [`${counted(counts)}.`, ...(to === undefined ? [] : mapped)].join('\n'))
  if (counts.refused > 0)
    throw new Error(
      `${counts.refused === 1 ? '1 row is' : `${counts.refused} rows are`} not imported. Correct what is listed, and import it or the whole file again.`,
    )
}

function counted({ stored, known, good, refused }: Counts): string {
  const imported = good > 0 ? `${good} can be imported` : `${stored} stored, ${known} stored before`
  return `${stored + known + good + refused} rows: ${imported}, ${refused} refused`
}
