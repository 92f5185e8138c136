import pg from 'pg'
import { sumHours } from '#acquiring/payments'
import { systemClock } from '#kernel/base/clock.ts'
import { openDb } from '#kernel/db/db.ts'
import { type ApiClient, openApiClient } from './api-client.ts'
import { type BenchContext, openBenchContext } from './context.ts'
import { logPlans, type Reads, readsOf } from './list-plans.ts'
import { type ListedPlatform, storePayments } from './list-rows.ts'
import { median, ms, oftenTimed, percentile, rounded } from './numbers.ts'
import { processorMs } from './processes.ts'
import { type Found, type Manner, type Section, table } from './section.ts'
import { type StaffListing, staffListings } from './staff-listings.ts'
import { measurePages, type PageRow, pagesRead, pagesTable, type StaffPage, staffPages } from './staff-pages.ts'
import { staffToken } from './staff-token.ts'
import { openServer } from './throughput.ts'

/** People who look for payments in the dashboard: one page, read on from a cursor, and a count. */
export const listsSection: Section = {
  title: 'Lists of the staff',
  run: async (manner) => {
    const ctx = await openBenchContext()
    try {
      return await measure(ctx, manner)
    } finally {
      await ctx.close()
    }
  },
}

const size = 50

type Row = {
  name: string
  shown: number
  total: string
  list: number[]
  /** Milliseconds of a processor for one page, of server and database together. */
  processor: number
  next: number[]
  rows: number[]
  count: number[]
  /** By the plans of a second server, which is not timed. */
  reads: Reads
}

/** One member of staff asks as fast as can be, more than any person. */
const highLimits = 'staff_by_token=1000000/PT1M,staff_by_address=1000000/PT1M'

/** As workers have done in the hours in which the payments were made. */
async function sumAllHours({ databaseUrl }: BenchContext): Promise<void> {
  const db = openDb(databaseUrl, { role: 'florin_app', connectionsMax: 4 })
  while ((await sumHours({ db, clock: systemClock, react: async () => [] })) === 'more') {}
  await db.close()
}

async function measure(ctx: BenchContext, { quick, profile, say }: Manner): Promise<Found> {
  const stored = quick ? 100_000 : 1_000_000
  say(`${stored} payments`)
  const platform = await storePayments(ctx, stored)
  await sumAllHours(ctx)
  const token = await staffToken(ctx, { kind: 'merchant', id: String(platform.merchantId) })
  const server = await openServer(ctx, { profile, env: { FLORIN_RATE_LIMITS: highLimits } })
  const client = openApiClient(server.url, token, 1)
  const bare = new pg.Client({ connectionString: ctx.databaseUrl, options: '-c role=florin_app -c timezone=UTC' })
  // When something fails, the database is stopped before this connection is: what failed is to be read.
  bare.on('error', () => undefined)
  await bare.connect()
  const msMax = quick ? 150 : 6_000
  // The first who ask for a period make its checkpoints.
  for (let reading = 0; reading < 3; reading++) await client.get(`/staff/v1/payments?created=last-30d`)
  const processor = () => processorMs(server.helper.pid) + processorMs(ctx.databasePid, { children: true })
  const timed: Omit<Row, 'reads'>[] = []
  const listings = staffListings(stored)
  for (const listing of listings) {
    say(listing.name)
    timed.push(await measureListing(listing, { client, bare, platform, msMax, processor }))
  }
  await client.close()
  await bare.end()
  say('pages')
  const pages = await staffPages(ctx, platform, { owner: token, stored })
  const loaded = await measurePages(server.url, pages, msMax)
  await server.helper.stop()
  say('what they read')
  const reads = await readAll(ctx, { lists: listings.map(pathOf), pages, token })
  return report(
    stored,
    timed.map((row, nth) => ({ ...row, reads: reads.lists[nth]! })),
    loaded.map((row, nth) => ({ ...row, reads: reads.pages[nth]! })),
  )
}

async function readAll(
  ctx: BenchContext,
  { lists, pages, token }: { lists: readonly string[]; pages: readonly StaffPage[]; token: string },
): Promise<{ lists: Reads[]; pages: Reads[] }> {
  await logPlans(ctx)
  const server = await openServer(ctx, { env: { FLORIN_RATE_LIMITS: highLimits } })
  const client = openApiClient(server.url, token, 1)
  const reads: Reads[] = []
  for (const path of lists) reads.push(await readsOf(ctx, () => client.get(path)))
  await client.close()
  const found = { lists: reads, pages: await pagesRead(ctx, server.url, pages) }
  await server.helper.stop()
  return found
}

const pathOf = ({ query }: StaffListing): string => `/staff/v1/payments?size=${size}&${query}`

type Tools = { client: ApiClient; bare: pg.Client; platform: ListedPlatform; msMax: number; processor(): number }

/** The list through HTTP, its second page, and the same by plain statements: the best index for rows, and the count. */
async function measureListing(
  listing: StaffListing,
  { client, bare, platform, msMax, processor }: Tools,
): Promise<Omit<Row, 'reads'>> {
  const { name, where, order = 'id desc' } = listing
  const path = pathOf(listing)
  const first = JSON.parse(await client.get(path)) as {
    data: unknown[]
    next?: string
    total: number
    totalIsExact: boolean
  }
  const from = `from payments.payments where site_id in (${platform.siteIds}) and ${where}`
  const before = processor()
  const list = await oftenTimed(() => client.get(path), msMax)
  const spent = (processor() - before) / list.length
  const often = (work: () => Promise<unknown>) => oftenTimed(work, msMax)
  return {
    name,
    shown: first.data.length,
    total: `${first.totalIsExact ? '' : '≥ '}${rounded(first.total)}`,
    list,
    processor: spent,
    next: first.next === undefined ? [] : await often(() => client.get(`${path}&after=${first.next}`)),
    rows: await often(() => bare.query(`select * ${from} order by ${order} limit ${size}`)),
    count: await often(() => bare.query(`select count(*) ${from}`)),
  }
}

function report(stored: number, rows: readonly Row[], pages: readonly PageRow[]): Found {
  const worst = rows.toSorted((a, b) => percentile(b.list, 0.99) - percentile(a.list, 0.99))[0]!
  const most = rows.toSorted((a, b) => b.reads.page - a.reads.page)[0]!
  const unbounded = rows.filter(({ reads }) => reads.page > readMax || reads.count > readMax || reads.whole.length > 0)
  const wide = pages.filter(({ reads }) => reads && (reads.page + reads.count > pageReadMax || reads.whole.length > 0))
  const slow = [
    ...rows.filter(({ list }) => percentile(list, 0.99) > aimMs).map(({ name }) => name),
    ...rows.filter(({ next }) => percentile(next, 0.99) > aimMs).map(({ name }) => `${name}, second page`),
    ...pages.filter(({ often }) => percentile(often, 0.99) > aimMs).map(({ name }) => name),
  ]
  return {
    inShort: [
      `a page of ${rounded(stored)} payments with its count in ${ms(median(rows.map(({ list }) => median(list))))} at the median of ${rows.length} filters; the slowest, "${worst.name}", p50 ${ms(median(worst.list))}, p99 ${ms(percentile(worst.list, 0.99))} (aim: p99 ${aimMs} ms)`,
      `at most ${rounded(most.reads.page)} rows are read for a page of ${size} ("${most.name}"; bound: ${rounded(readMax)}), and ${ms(
        percentile(
          rows.map(({ processor }) => processor),
          0.99,
        ),
      )} of a processor`,
    ],
    text: [
      `A merchant with three sites that have nine tenths of ${rounded(stored)} payments of a year, ${size} on a page, one client, \`GET /staff/v1/payments\`; milliseconds; CPU is that of server and database together. \`second\` is the page behind the cursor of the first. The bare driver selects the newest rows with the same condition by one statement, and counts all of them by another.`,
      table(
        [
          'list',
          'rows',
          'in all',
          'p50',
          'p99',
          'CPU',
          'second p50',
          'p99',
          'bare rows',
          'bare count',
          'read',
          'for the count',
          'blocks',
        ],
        rows.map(({ name, shown, total, list, processor, next, rows, count, reads }) => [
          name,
          rounded(shown),
          total,
          ...[median(list), percentile(list, 0.99), processor].map(rounded),
          ...(next.length === 0 ? ['', ''] : [median(next), percentile(next, 0.99)].map(rounded)),
          ...[median(rows), median(count), reads.page, reads.count, reads.blocks].map(rounded),
        ]),
      ),
      unbounded.length === 0
        ? `No list reads more than ${rounded(readMax)} rows for a page or for a count, nor a table from one end to the other.`
        : `**Not bounded:** ${unbounded.map(({ name, reads }) => `${name} (${rounded(reads.page)} and ${rounded(reads.count)} rows; whole: ${reads.whole.join(', ') || 'none'})`).join('; ')}.`,
      'What pages of the dashboard ask for at once, on connections of their own; `the first time` of a new server. The sums of a merchant are remembered for half a minute. Rows and entries of indexes are those of the first time.',
      pagesTable(pages),
      wide.length === 0
        ? `No page reads more than ${rounded(pageReadMax)} rows and entries.`
        : `Pages that read more than ${rounded(pageReadMax)} rows and entries: ${wide.map(({ name }) => name).join('; ')}.`,
      slow.length === 0 ? `Each p99 is below ${aimMs} ms.` : `Above ${aimMs} ms at p99: ${slow.join('; ')}.`,
    ].join('\n\n'),
  }
}
const aimMs = 100
/** All looks of a search, each with its row, or all entries that a count looks at, and what is read beside them. */
const readMax = 14_000
/** A page and its count. */
const pageReadMax = 2 * readMax
