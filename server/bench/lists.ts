import pg from 'pg'
import { type ApiClient, openApiClient } from './api-client.ts'
import { type BenchContext, openBenchContext } from './context.ts'
import { type ListedPlatform, storePayments } from './list-rows.ts'
import { median, ms, percentile, rounded } from './numbers.ts'
import { processorMs } from './processes.ts'
import { type Found, type Manner, type Section, table } from './section.ts'
import { type StaffListing, staffListings } from './staff-listings.ts'
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
}

async function measure(ctx: BenchContext, { quick, profile, say }: Manner): Promise<Found> {
  const stored = quick ? 100_000 : 1_000_000
  say(`${stored} payments`)
  const platform = await storePayments(ctx, stored)
  const token = await staffToken(ctx, { kind: 'merchant', id: String(platform.merchantId) })
  const server = await openServer(ctx, { profile })
  const client = openApiClient(server.url, token, 1)
  const bare = new pg.Client({ connectionString: ctx.databaseUrl, options: '-c role=florin_app -c timezone=UTC' })
  await bare.connect()
  const msMax = quick ? 150 : 700
  // The first who ask for a period make its checkpoints.
  for (let reading = 0; reading < 3; reading++) await client.get(`/staff/v1/payments?created=last-30d`)
  const processor = () => processorMs(server.helper.pid) + processorMs(ctx.databasePid, { children: true })
  const rows: Row[] = []
  for (const listing of staffListings(stored)) {
    say(listing.name)
    rows.push(await measureListing(listing, { client, bare, platform, msMax, processor }))
  }
  await client.close()
  await bare.end()
  await server.helper.stop()
  return report(stored, rows)
}

type Tools = { client: ApiClient; bare: pg.Client; platform: ListedPlatform; msMax: number; processor(): number }

/** The list through HTTP, its second page, and the same by plain statements: the best index for rows, and the count. */
async function measureListing(
  { name, query, where, order = 'id desc' }: StaffListing,
  { client, bare, platform, msMax, processor }: Tools,
): Promise<Row> {
  const path = `/staff/v1/payments?size=${size}&${query}`
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

/** As often as there is time for, and three times at least. */
async function oftenTimed(work: () => Promise<unknown>, msMax: number): Promise<number[]> {
  const until = performance.now() + msMax
  const each: number[] = []
  while (each.length < 3 || (each.length < 300 && performance.now() < until)) {
    const began = performance.now()
    await work()
    each.push(performance.now() - began)
  }
  return each
}

function report(stored: number, rows: readonly Row[]): Found {
  const worst = rows.toSorted((a, b) => percentile(b.list, 0.99) - percentile(a.list, 0.99))[0]!
  const slow = rows.filter(({ list }) => percentile(list, 0.99) > aimMs).map(({ name }) => name)
  return {
    inShort: [
      `a page of ${rounded(stored)} payments with its count in ${ms(median(rows.map(({ list }) => median(list))))} at the median of ${rows.length} filters; the slowest, "${worst.name}", p50 ${ms(median(worst.list))}, p99 ${ms(percentile(worst.list, 0.99))} (aim: p99 ${aimMs} ms)`,
    ],
    text: [
      `A merchant with three sites that have nine tenths of ${rounded(stored)} payments of a year, ${size} on a page, one client, \`GET /staff/v1/payments\`; milliseconds; CPU is that of server and database together. \`second\` is the page behind the cursor of the first. The bare driver selects the newest rows with the same condition by one statement, and counts all of them by another.`,
      table(
        ['list', 'rows', 'in all', 'p50', 'p99', 'CPU', 'second p50', 'p99', 'bare rows', 'bare count'],
        rows.map(({ name, shown, total, list, processor, next, rows, count }) => [
          name,
          rounded(shown),
          total,
          ...[median(list), percentile(list, 0.99), processor].map(rounded),
          ...(next.length === 0 ? ['', ''] : [median(next), percentile(next, 0.99)].map(rounded)),
          ...[median(rows), median(count)].map(rounded),
        ]),
      ),
      slow.length === 0 ? `Each p99 is below ${aimMs} ms.` : `Above ${aimMs} ms at p99: ${slow.join('; ')}.`,
    ].join('\n\n'),
  }
}
const aimMs = 100
