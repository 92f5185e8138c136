import { randomUUID } from 'node:crypto'
import { type ApiClient, openApiClient } from './api-client.ts'
import { type Breakdown, statementsTable, takeApart } from './breakdown.ts'
import { type BenchContext, openBenchContext } from './context.ts'
import { runClients } from './load.ts'
import { measureMinimal, openMinimal } from './minimal.ts'
import { median, percent, percentile, rounded } from './numbers.ts'
import type { Observed } from './observe.ts'
import { startHelper } from './processes.ts'
import { type Found, type Manner, type Section, table } from './section.ts'
import { newOrderName, type Regular, welcomeRegulars } from './store.ts'
import {
  type LimitRow,
  measureLimit,
  measureServer,
  type OpenServer,
  openLimit,
  openServer,
  type ServerRow,
} from './throughput.ts'
import { verified } from './verified.ts'

/** A store's server that charges a stored card: one request, `POST /order`. */
export const restSection: Section = {
  title: 'POST /order with a stored card',
  run: async (manner) => {
    const ctx = await openBenchContext()
    try {
      return reportRest(await measure(ctx, manner))
    } finally {
      await ctx.close()
    }
  },
}

/** Without and with an `Idempotency-Key`. */
type Kind = 'plain' | 'keyed'
type Row = { kind: Kind; clients: number; server: ServerRow<number>; limit: LimitRow; minimal: LimitRow; bare: number }
type Findings = {
  rows: readonly Row[]
  breakdown: Readonly<Record<Kind, Breakdown>>
  orders: { acknowledged: number; written: number }
  verified: string
}

async function measure(ctx: BenchContext, manner: Manner): Promise<Findings> {
  const server = await openServer(ctx, { profile: manner.profile })
  const regulars = await welcomeRegulars(ctx, server.url)
  manner.say('where the time goes')
  const { breakdown, sample, made } = await breakDown(ctx, regulars, manner.quick ? 60 : 300)
  const limit = await openLimit(ctx)
  await openMinimal(ctx)
  const bare = await startHelper('./bare-http-process.ts')
  const bareUrl = await bare.ask<string>(sample)
  const before = (await paidOrders(ctx)) - made
  const rows: Row[] = []
  let [acknowledged, bySql] = [0, 0]
  for (const { clients, kind } of loadsFor(manner)) {
    manner.say(`${clients} clients, ${kind}`)
    const atServer = await measureOrders(ctx, server, { regulars, clients, kind, manner })
    acknowledged += atServer.done
    const there = await paidOrders(ctx)
    const { tape } = breakdown[kind]
    const atLimit = await measureLimit(ctx, limit, { tape, regulars, clients, ...manner.durations })
    bySql += (await paidOrders(ctx)) - there
    const minimal = await measureMinimal(ctx, limit, { work: 'payment', clients, ...manner.durations })
    rows.push({
      kind,
      clients,
      server: atServer,
      limit: atLimit,
      minimal,
      bare: await bareHttp(bareUrl, clients, manner),
    })
  }
  await Promise.all([limit.stop(), bare.stop(), server.helper.stop()])
  const written = (await paidOrders(ctx)) - before - bySql
  manner.say('the books')
  return { rows, breakdown, orders: { acknowledged: acknowledged + made, written }, verified: await verified(ctx) }
}
const loadsFor = ({ quick, profile }: Manner): typeof loads =>
  loads.filter(({ clients, kind }) => (profile ? clients === 64 && kind === 'plain' : !quick || clients !== 16))
const loads: readonly { clients: number; kind: Kind }[] = [
  { clients: 1, kind: 'plain' },
  { clients: 16, kind: 'plain' },
  { clients: 64, kind: 'plain' },
  { clients: 64, kind: 'keyed' },
]

/** One paid order. What is not paid ends the measurement. */
export async function orderOnce(client: ApiClient, regular: Regular, kind: Kind): Promise<string> {
  const text = await client.post('/order', orderOf(regular), kind === 'keyed' ? randomUUID() : undefined)
  if (!text.includes('"orderStatus":"complete-ok"')) throw new Error(`not paid: ${text.slice(0, 300)}`)
  return text
}

const orderOf = ({ shopper, card }: Regular) => ({
  customerId: shopper,
  cardId: card,
  orderType: 'purchase',
  amount: '12.50',
  currency: 'EUR',
  externalOrderId: newOrderName(),
  description: 'Bread',
})

/** One order after the other at a server that watches itself. */
async function breakDown(ctx: BenchContext, regulars: readonly Regular[], orders: number) {
  const { helper, url } = await openServer(ctx, { observe: true })
  const client = openApiClient(url, ctx.privateKey, 1)
  let [made, sample] = [0, '']
  const next = async (kind: Kind): Promise<number> => {
    const began = performance.now()
    sample = await orderOnce(client, regulars[made++ % regulars.length]!, kind)
    return performance.now() - began
  }
  const partsOf = async (kind: Kind): Promise<Breakdown> => {
    for (let warming = 0; warming < orders; warming++) await next(kind)
    await helper.ask('begin')
    const seen: number[] = []
    for (let order = 0; order < orders; order++) seen.push(await next(kind))
    const observed = await helper.ask<Observed>('observed')
    return takeApart(observed, [{ name: kind, is: ({ path }) => path === '/order', seen }])
  }
  const breakdown = { plain: await partsOf('plain'), keyed: await partsOf('keyed') }
  await client.close()
  await helper.stop()
  return { breakdown, sample, made }
}

type Load = { regulars: readonly Regular[]; clients: number; kind: Kind; manner: Manner }

async function measureOrders(ctx: BenchContext, server: OpenServer, { regulars, clients, kind, manner }: Load) {
  const client = openApiClient(server.url, ctx.privateKey, clients)
  let next = 0
  const row = await measureServer(ctx, server, { clients, ...manner.durations }, async () => {
    const began = performance.now()
    await orderOnce(client, regulars[next++ % regulars.length]!, kind)
    return performance.now() - began
  })
  await client.close()
  return row
}

/** The same requests and answers with nothing behind them, in answers a second. */
async function bareHttp(url: string, clients: number, { durations }: Manner): Promise<number> {
  const client = openApiClient(url, 'no key', clients)
  const placeOrder = () => client.post('/order', orderOf({ name: '17000000', shopper: '11000000', card: '12000000' }))
  const { samples, seconds } = await runClients(placeOrder, { clients, ...durations, ms: durations.ms / 2 })
  await client.close()
  return samples.length / seconds
}

async function paidOrders({ query }: BenchContext): Promise<number> {
  const [row] = await query(`select count(*) as paid from orders.orders where status = 'complete-ok'`)
  return Number(row!.paid)
}

const explanation =
  'One request opens an order and charges a stored card: the intent, the request to the acquirer and the result are all in it. Server, load and PostgreSQL each have processes of their own on this one machine; the sandbox acquirer keeps its record in memory. The limit is what the bare driver does with the very same statements over as many connections, one order at a time, with nothing between them; the server does better where it sends the commits of many orders as one statement. `minimal/s` is the bare driver with one statement for each payment that inserts a payment, an order, an entry with two lines and an event into bare tables: what is left of it is the price of everything that we add. `HTTP/s` is a bare Node server that parses each request and returns the same response: what is left of the machine for both together is less than either. `keyed` sends an `Idempotency-Key`, which is two statements more.'

const reportRest = ({ rows, breakdown, orders, verified }: Findings): Found => ({
  inShort: inShort(rows, breakdown),
  text: [
    explanation,
    table(
      [
        'clients',
        'of the limit',
        'of minimal',
        'orders/s',
        'p50',
        'p99',
        'limit/s',
        'limit p50',
        'p99',
        'minimal/s',
        'HTTP/s',
      ],
      rows.map(({ kind, clients, server, limit, minimal, bare }) => [
        kind === 'keyed' ? `${clients}, keyed` : String(clients),
        percent(server.perSecond / limit.perSecond),
        percent(server.perSecond / minimal.perSecond),
        ...[server.perSecond, median(server.samples), percentile(server.samples, 0.99)].map(rounded),
        ...[limit.perSecond, median(limit.each), percentile(limit.each, 0.99), minimal.perSecond, bare].map(rounded),
      ]),
    ),
    'Processor milliseconds per order, and what is written to the log of the database:',
    table(
      ['clients', 'server', 'database', 'load', 'limit: driver', 'limit: database', 'WAL bytes'],
      rows.map(({ kind, clients, server: { processor, walBytes }, limit }) => [
        kind === 'keyed' ? `${clients}, keyed` : String(clients),
        ...[processor.server, processor.database, processor.load, limit.driverMs, limit.databaseMs].map(rounded),
        rounded(walBytes),
      ]),
    ),
    'One client, a server that watches itself; medians in milliseconds, `own` is what is neither database nor acquirer:',
    table(
      ['order', 'whole', 'database', 'acquirer', 'own', 'statements'],
      [...breakdown.plain.requests, ...breakdown.keyed.requests].map((request) => [
        request.name,
        ...[request.whole, request.database, request.acquirer, request.own].map(rounded),
        String(request.statements.length),
      ]),
    ),
    statementsTable(breakdown.plain),
    `${rounded(orders.acknowledged)} orders were acknowledged as paid and ${rounded(orders.written)} of them are paid in the database: ${orders.acknowledged === orders.written ? 'the same.' : '**they differ.**'}`,
    verified,
  ].join('\n\n'),
})

function inShort(rows: readonly Row[], breakdown: Findings['breakdown']): string[] {
  const busy = rows.filter(({ clients }) => clients === 64)
  return [
    ...busy.map(
      ({ kind, clients, server, limit, minimal }) =>
        `${percent(server.perSecond / minimal.perSecond)} of minimal payments at ${clients} clients${kind === 'keyed' ? ' with an Idempotency-Key' : ''} (${rounded(server.perSecond)} of ${rounded(minimal.perSecond)} a second; aim: 12 %), and ${percent(server.perSecond / limit.perSecond)} of our own statements sent one order at a time; p50 ${rounded(median(server.samples))} ms, p99 ${rounded(percentile(server.samples, 0.99))} ms`,
    ),
    `${rounded(breakdown.plain.requests[0]!.own)} ms of our own in an order of ${breakdown.plain.requests[0]!.statements.length} statements (aim: below 8 ms)`,
  ]
}
