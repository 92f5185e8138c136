import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { Command } from 'commander'
import { readHolderId } from '#issuing/ids'
import {
  BadRows,
  countPeople,
  currentLists,
  decideHit,
  type HitId,
  type HitStatus,
  hitStates,
  loadList,
  pageOfHits,
  pageOfRuns,
  pageOfVersions,
  readHitDecision,
  readListName,
  rescreen,
  screeningOf,
  showHit,
} from '#issuing/screening'
import { countOption, idArgument } from './arguments.ts'
import { print, printProgress, printWaits, table } from './printing.ts'
import { renderHit, renderHits } from './screening-text.ts'
import { withApp } from './with-app.ts'

export function screeningCommand(): Command {
  const command = new Command('screening')
  addListCommands(command)
  addHitCommands(command)
  command
    .command('rescreen')
    .description('compare every customer with the current lists again; after a change of the thresholds')
    .action(() =>
      withApp(async (app) => {
        await rescreen(app, { by: await app.by('screening:load') })
        const text = 'The workers compare all customers again. See how far they are: florin screening status'
        print({ isBegun: true }, text)
      }),
    )
  command
    .command('status')
    .description('how far the comparison of everybody is, and what waits for a decision')
    .action(showStatus)
  return command
}

type LoadOptions = { aliases?: string; addresses?: string; force?: true; skipBadRows?: true }

function addListCommands(command: Command): void {
  command
    .command('load <list> <file>')
    .description('load a list as its next version: ofac (SDN.XML or SDN.CSV) or eu (XML or CSV)')
    .option('--aliases <file>', 'ALT.CSV of OFAC, with SDN.CSV')
    .option('--addresses <file>', 'ADD.CSV of OFAC, with SDN.CSV')
    .option('--force', 'also a list that shrinks, or is older than the current one')
    .option('--skip-bad-rows', 'load it without the rows that cannot be read')
    .action(loadFile)
  command
    .command('lists')
    .description('the versions of the lists, newest first')
    .option('--limit <count>', 'default: 20', countOption('--limit', 1_000), 20)
    .action(({ limit }: { limit: number }) =>
      withApp(async ({ db, by }) => {
        await by('screening:read')
        const current = new Set((await currentLists(db)).map(({ versionId }) => versionId))
        const { data: versions } = await pageOfVersions(db, { page: 1, size: limit })
        const rows = versions.map((one) => [
          String(one.id),
          one.list,
          one.publishedOn?.toString() ?? '',
          one.loadedAt.toString(),
          ...[one.entries, one.names, one.added, one.removed, one.badRows.length].map(String),
          current.has(one.id) ? 'current' : '',
        ])
        const headings = ['version', 'list', 'of', 'loaded', 'entries', 'names', 'new', 'gone', 'left out', '']
        const nothing = 'No list is loaded, so no customer is found on one. Load them: florin screening load'
        const data = versions.map((one) => ({ ...one, isCurrent: current.has(one.id) }))
        print({ data }, rows.length === 0 ? nothing : table(headings, rows))
      }),
    )
}

const loadFile = (list: string, path: string, { aliases, addresses, ...options }: LoadOptions) =>
  withApp(async (app) => {
    const files = {
      main: await fileAt(path),
      aliases: await optionalFile(aliases),
      addresses: await optionalFile(addresses),
    }
    const by = await app.by('screening:load')
    const progress = (entries: number) => printProgress(`${entries} entries`)
    try {
      const { version, isNew } = await loadList(app, { by, list: readListName(list), files, progress, ...options })
      const known = `This file is loaded already: it is version ${version.id}. Nothing was changed.`
      if (!isNew) return print({ ...version, isNew }, known)
      const { id, entries, names, added, removed, badRows } = version
      for (const { line, problem } of badRows) printProgress(`Left out: line ${line} ${problem}`)
      print(
        { ...version, isNew },
        `Version ${id} of ${list} counts from now on: ${entries} entries with ${names} names, ${added} new or changed, ${removed} gone or changed. Every customer is compared again: florin screening status`,
      )
    } catch (error) {
      if (error instanceof BadRows) for (const { line, problem } of error.rows) printProgress(`Line ${line} ${problem}`)
      throw error
    }
  })

async function fileAt(path: string) {
  await access(path)
  return { open: () => createReadStream(path) as AsyncIterable<Uint8Array> }
}
const optionalFile = async (path: string | undefined) => (path === undefined ? undefined : fileAt(path))

type HitsOptions = { status: string; customer?: string; page: number }

function addHitCommands(command: Command): void {
  command
    .command('hits')
    .description('customers whose names are like those of a list, who waits longest first')
    .option('--status <status>', `${hitStates.statuses.join(', ')} or all`, 'open')
    .option('--customer <customerId>', 'of one customer')
    .option('--page <number>', 'of 50 hits each', countOption('--page', 1_000_000), 1)
    .action(({ status, customer, page }: HitsOptions) =>
      withApp(async (app) => {
        await app.by('screening:review')
        const filter = {
          status: readStatus(status),
          holderId: customer === undefined ? undefined : customerOf(customer),
        }
        const hits = await pageOfHits(app.db, filter, { page, size: 50 })
        print({ ...hits, page, size: 50 }, renderHits(hits))
      }),
    )
  command
    .command('show <hitId>')
    .description('a hit: the customer beside the entry of the list, and what was decided; it is kept who looked')
    .action((hitId: string) =>
      withApp(async (app) => {
        const file = await showHit(app, { by: await app.by('screening:review'), hitId: hitArgument(hitId) })
        print(file, renderHit(file))
      }),
    )
  command
    .command('decide <hitId> <decision>')
    .description(
      'clear: another person; confirm: the person on the list; reopen: undecided again. Say why with --reason',
    )
    .action((hitId: string, decision: string) =>
      withApp(async (app) => {
        const decided = { hitId: hitArgument(hitId), decision: readHitDecision(decision) }
        const { hit, waits } = await decideHit(app, { by: await app.by('screening:decide'), ...decided })
        if (waits) return printWaits(waits)
        const { open } = await screeningOf(app.db, hit.holderId)
        print(hit, `Hit ${hit.id} is ${hit.status}. Customer ${hit.holderId} has ${open.length} open hits.`)
      }),
    )
}

const hitArgument = idArgument<HitId>('hitId')

function readStatus(text: string): HitStatus | undefined {
  if (text === 'all') return undefined
  const status = hitStates.statuses.find((known) => known === text)
  if (!status) throw new Error(`--status is one of ${hitStates.statuses.join(', ')} or all, not "${text}".`)
  return status
}

function customerOf(text: string) {
  const id = readHolderId(text)
  if (!id) throw new Error(`--customer is the id of a customer, such as cust_01JX…; it is "${text}".`)
  return id
}

const showStatus = () =>
  withApp(async ({ db, by }) => {
    await by('screening:read')
    const [lists, { data: runs }, people, waiting] = await Promise.all([
      currentLists(db),
      pageOfRuns(db, { page: 1, size: 5 }),
      countPeople(db),
      pageOfHits(db, { status: 'open' }, { page: 1, size: 1 }),
    ])
    const rows = runs.map(({ id, cause, begunAt, endedAt, superseded, screened, hits }) => [
      String(id),
      cause === 'list' ? 'a list was loaded' : 'it was asked for',
      begunAt.toString(),
      endedAt ? `${endedAt}${superseded ? ' (the next one began)' : ''}` : `under way, of ${people}`,
      String(screened),
      String(hits),
    ])
    const text = [
      ...lists.map(({ name, versionId }) =>
        versionId === undefined ? `${name}: not loaded; no customer is found on it` : `${name}: version ${versionId}`,
      ),
      `${people} customers are compared; ${waiting.total} hits are open.`,
      ...(rows.length === 0 ? [] : [table(comparisonHeadings, rows)]),
    ].join('\n')
    print({ lists, customers: people, openHits: waiting.total, comparisons: runs }, text)
  })
const comparisonHeadings = ['comparison', 'because', 'begun', 'ended', 'customers', 'new hits']
