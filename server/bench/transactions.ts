import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type ApiClient, openApiClient } from './api-client.ts'
import { type BenchContext, openBenchContext } from './context.ts'
import { runClients } from './load.ts'
import { processorMs } from './processes.ts'
import type { Manner, Section } from './section.ts'
import { openServer } from './throughput.ts'
import { type Listing, listings } from './transaction-listings.ts'
import { storeTransactions } from './transaction-rows.ts'
import { type ListingRow, reportTransactions, type TransactionFindings } from './transactions-report.ts'

/** A merchant who looks for payments in a long list. */
export const transactionsSection: Section = {
  title: 'The list of transactions',
  run: async (manner) => {
    const ctx = await openBenchContext()
    try {
      return reportTransactions(await measure(ctx, manner))
    } finally {
      await ctx.close()
    }
  },
}

const perPage = 100

async function measure(ctx: BenchContext, { quick, profile, durations, say }: Manner): Promise<TransactionFindings> {
  const stored = quick ? 100_000 : 1_000_000
  say(`${stored} transactions`)
  await storeTransactions(ctx, stored)
  const server = await openServer(ctx, { profile })
  const client = openApiClient(server.url, ctx.privateKey, 1)
  const bare = await openBare(ctx)
  const patience = { msMax: quick ? 150 : 1_500, samplesMax: 200 }
  const strange = await firstReadings(client)
  const rows: ListingRow[] = []
  for (const listing of listings(stored, perPage)) {
    say(listing.name)
    rows.push(await measureListing(listing, { ctx, client, bare, patience, server: server.helper.pid }))
  }
  await client.close()
  await bare.end()
  say('many readers')
  const readers = openApiClient(server.url, ctx.privateKey, 16)
  const { samples, seconds } = await runClients(() => timed(() => readers.get('/transaction?perPage=100')), {
    clients: 16,
    ...durations,
  })
  await readers.close()
  await server.helper.stop()
  return { stored, perPage, rows, strange, load: { clients: 16, perSecond: samples.length / seconds, each: samples } }
}

/** What the first pages ever cost, until the list has been measured once. Between them, time for those who write. */
async function firstReadings(client: ApiClient): Promise<number[]> {
  const each: number[] = []
  for (let reading = 0; reading < 3; reading++) {
    each.push(await timed(() => client.get('/transaction?perPage=100')))
    await setTimeout(pauseMs)
  }
  return each
}
const pauseMs = 100

const openBare = async ({ databaseUrl }: BenchContext): Promise<pg.Client> => {
  const bare = new pg.Client({ connectionString: databaseUrl, options: '-c role=florin_app -c timezone=UTC' })
  await bare.connect()
  return bare
}

type Patience = { msMax: number; samplesMax: number }
type Tools = { ctx: BenchContext; client: ApiClient; bare: pg.Client; patience: Patience; server: number }

/** The list through HTTP, then the same rows by the bare driver, and the count alone. */
async function measureListing(
  { name, query, where, page }: Listing,
  { ctx, client, bare, patience, server }: Tools,
): Promise<ListingRow> {
  const path = `/transaction?perPage=${perPage}&page=${page}${query ? `&${query}` : ''}`
  const reported = paginationOf(await client.get(path))
  const from = `from payments.payments payment where site_id = ${ctx.siteId} and ${where}`
  const rowsText = `select payment.*, shopper.*, owed.external_id, owed.back_url, owed.custom_data, card.*
    from (select * ${from} order by id desc limit ${perPage} offset ${(page - 1) * perPage}) payment
    join shoppers.shoppers shopper on shopper.id = payment.shopper_id join orders.orders owed on owed.id = payment.order_id
    left join shoppers.cards card on card.id = payment.card_id order by payment.id desc`
  const ask = (text: string, statement: string) => bare.query({ name: `${statement} ${name}`, text, rowMode: 'array' })
  const [[total]] = (await ask(`select count(*) ${from}`, 'count')).rows as [[string]]
  const { rows } = await ask(rowsText, 'rows')
  const processor = () => processorMs(server) + processorMs(ctx.databasePid, { children: true })
  const before = processor()
  const list = await oftenTimed(() => client.get(path), patience)
  const after = processor()
  return {
    name,
    page,
    total: reported.totalItemCount,
    agrees: reported.totalItemCount === Number(total) && reported.currentItemCount === rows.length,
    list,
    processor: (after - before) / list.length,
    rows: await oftenTimed(() => ask(rowsText, 'rows'), patience),
    count: await oftenTimed(() => ask(`select count(*) ${from}`, 'count'), patience),
  }
}

const paginationOf = (text: string) =>
  (JSON.parse(text) as { pagination: { totalItemCount: number; currentItemCount: number } }).pagination

/** As often as there is time for, and three times at least. */
async function oftenTimed(work: () => Promise<unknown>, { msMax, samplesMax }: Patience): Promise<number[]> {
  const until = performance.now() + msMax
  const each: number[] = []
  while (each.length < 3 || (each.length < samplesMax && performance.now() < until)) each.push(await timed(work))
  return each
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
