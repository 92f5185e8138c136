import { expect, test } from 'vitest'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import { countedMax } from '#kernel/work/due-list.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { type App, openApp } from '../../src/app/compose.ts'
import { readConfig } from '../../src/app/config.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { firstWritten } from '../world/filled-tables.ts'
import { costlier, openGrownTables, sealWhole, sizes } from '../world/grown-tables.ts'
import { byLength, isLong } from '../world/length.ts'
import { openPartner } from '../world/partner.ts'
import { counting } from '../world/scrape.ts'
import { measuredUrl, type StatementCost, watchCosts } from '../world/statement-costs.ts'
import { connectAsSuperuser } from '../world/superuser.ts'
import { createWorld, publicUrl } from '../world/world.ts'

/**
 * In small tables the database would rather read all: with this it does so only where there is no other way. In a long
 * run it chooses for itself, by what it knows of larger tables.
 */
const planning = isLong ? {} : { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' }
/** Of each journal, as what is new: as many as there are kinds of subjects, and more. */
const newRows = 40
/** Of each kind of work, in one claim. */
const claimed = 10

/** Statements that read more of a larger table, and why that is right. */
const mayReadMore: Readonly<Record<string, string>> = {
  'delete from request_log.requests': 'the oldest 500 are looked at, whatever there is',
  'delete from velocity.attempts': 'an index on their time would cost each payment; once a day',
  'delete from velocity.counts': 'an index on their time would cost each payment; once a day',
  'delete from velocity.blocks': 'blocks are made by persons; once a day',
  'select "token" from "vault"."cards"': 'once a day each number is compared with what needs it, so that none stays',
  'select "card_id" as "cardId" from "issuervault"."cards"': 'the same of the numbers of issued cards',
  'found by jumping along the index': 'a fair claim looks at the next 256 of each owner, whatever waits behind them',
  'select id, due_at from florin.scheduled_tasks': 'the few tasks that there are, once a minute',
  [`limit ${countedMax})`]: 'it counts what waits, up to this number',
}

type Costs = ReadonlyMap<string, StatementCost>
type Measured = {
  /** Sealing of some new rows of each journal. */
  seals: Costs
  /** All due work of a payment and a customer, each scheduled task, a claim of each kind of work, and a scrape. */
  rest: Costs
  /** A question for due work, a claim of each kind and a scrape, while as much is due of each as there are rows. */
  backlog: Costs
  /** The kinds of work of which nothing could be claimed. */
  unclaimed: string[]
  /** The scheduled tasks that did not run. */
  notRun: string[]
}

let measuring: Promise<Measured[]> | undefined
const measured = (): Promise<Measured[]> => (measuring ??= measure())

async function measure(): Promise<Measured[]> {
  const FLORIN_KEYS = generateKeys()
  await using world = await createWorld({ leavesDatabase: true, environment: { FLORIN_KEYS } })
  const [shop, partner] = [await world.merchant(), await openPartner(world)]
  const client = await connectAsSuperuser(world.databaseUrl)
  const { id: siteId, merchantId } = shop.site
  const columns = { site_id: `${siteId}`, merchant_id: `${merchantId}`, partner_id: `${partner.partner.id}` }
  const tables = await openGrownTables(client, { now: world.clock.now(), columns })
  const costs = watchCosts()
  const app = await openMeasured(measuredUrl(world.databaseUrl, planning), { FLORIN_KEYS, clock: world.clock })
  const all: Measured[] = []
  for (const size of sizes) {
    await tables.fill(size)
    await sealWhole(client)
    await tables.addNewest(newRows)
    await client.query(`select setval(seqrelid::regclass, ${firstWritten}) from pg_sequence
      where seqmax > ${firstWritten} and coalesce(pg_sequence_last_value(seqrelid), 0) < ${firstWritten}`)
    await client.query(isLong ? 'vacuum analyze' : 'analyze')
    costs.taken()
    expect(await sealAll(app)).toBeGreaterThan(50 * newRows)
    const seals = costs.taken()
    await (await shop.sends()).pays()
    await partner.customer()
    await client.query('update florin.scheduled_tasks set due_at = $1, leased_until = null', [world.clock.now()])
    await runDueWorkUntilIdle(app.jobs, app.log, app)
    await claimsAndScrape(app, world.clock)
    const rest = costs.taken()
    const { rows: late } = await client.query('select name from florin.scheduled_tasks where due_at <= $1', [
      world.clock.now(),
    ])
    let [unclaimed, backlog]: [string[], Costs] = [[], new Map()]
    await tables.withDue(app.jobs, size, async () => {
      costs.taken()
      unclaimed = await claimsAndScrape(app, world.clock)
      backlog = costs.taken()
    })
    all.push({ seals, rest, backlog, unclaimed, notRun: late.map(({ name }) => name) })
  }
  await app.close()
  return all
}

const openMeasured = (
  url: string,
  { FLORIN_KEYS, clock }: { FLORIN_KEYS: string; clock: App['clock'] },
): Promise<App> =>
  openApp({
    config: readConfig({ DATABASE_URL: url, FLORIN_KEYS, FLORIN_DATABASE_CONNECTIONS: '4', ...counting }),
    databaseUrl: url,
    publicUrl,
    clock,
    log: openLog({ level: 'silent', to: process.stderr }),
  })

/** Returns the names of the works of which nothing was claimed. */
async function claimsAndScrape(app: App, clock: { pass(duration: Temporal.DurationLike): void }): Promise<string[]> {
  // What was scraped is remembered for some seconds.
  clock.pass({ minutes: 1, seconds: 1 })
  await app.metrics.scrape()
  const unclaimed: string[] = []
  for (const { name, claim } of app.jobs) if ((await claim(claimed)).length === 0) unclaimed.push(name)
  return unclaimed
}

/** Fewer statements than these were not measured whole: nothing costs the same as nothing. */
const statementsAtLeast = { seals: 200, rest: 100, backlog: 50 }

const costlierOf = async (part: keyof typeof statementsAtLeast): Promise<string[]> => {
  const [few, many] = await measured()
  for (const costs of [few![part], many![part]]) expect(costs.size).toBeGreaterThan(statementsAtLeast[part])
  return costlier(few![part], many![part], mayReadMore)
}

/** The first test fills the tables, which takes minutes in a long run. */
const timeout = byLength({ short: 180_000, long: 900_000 })

test('a seal reads what is new, and nothing more when everything is ten times as large', { timeout }, async () => {
  expect(await costlierOf('seals')).toEqual([])
  const [few, many] = await measured()
  expect([...many!.seals.keys()].toSorted()).toEqual([...few!.seals.keys()].toSorted())
})

test('what a worker does each day, and what one payment makes it do, costs the same when everything is ten times as large', async () => {
  expect(await costlierOf('rest')).toEqual([])
  for (const { notRun } of await measured()) expect(notRun).toEqual([])
})

test('to look what is due, to take the next of it and to report how much there is costs the same when ten times as much waits', async () => {
  expect(await costlierOf('backlog')).toEqual([])
})

/** Their rows are of things of which there are few, so that no more of them can wait. */
const ofFew = [
  'scheduled-tasks',
  'close batches',
  'pay merchants',
  'read disputes',
  'read the blocks of a chain',
  'apply webhooks of processors',
  'read missed webhooks of processors',
]

test('of every kind of work something was due and taken', async () => {
  for (const { unclaimed } of await measured()) expect(unclaimed).toEqual(ofFew)
})
