import { type Breakdown, takeApart } from './breakdown.ts'
import { openBrowsers } from './browsers.ts'
import { type Findings, type Pair, reportCheckout } from './checkout-report.ts'
import { type BenchContext, openBenchContext } from './context.ts'
import { measureMinimal, openMinimal } from './minimal.ts'
import type { Observed } from './observe.ts'
import { measurePage } from './page-weight.ts'
import type { Helper } from './processes.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import type { Manner, Section } from './section.ts'
import { measureStarts } from './starts.ts'
import { type CardKind, type PaidOrder, payOnce, type Regular, welcomeRegulars } from './store.ts'
import { measureLimit, measureServer, type OpenServer, openLimit, openServer, type ServerRow } from './throughput.ts'
import { verified } from './verified.ts'

/** A shopper at the hosted page: from the store's form to the answer that the order is paid. */
export const checkoutSection: Section = {
  title: 'The hosted checkout',
  run: async (manner) => {
    const receiver = await openReceiver()
    const ctx = await openBenchContext(receiver.url)
    try {
      return reportCheckout(await measure(ctx, receiver, manner))
    } finally {
      await ctx.close()
      await receiver.close()
    }
  },
}

const kinds: readonly CardKind[] = ['stored', 'new']

async function measure(ctx: BenchContext, receiver: Receiver, manner: Manner): Promise<Findings> {
  const { quick, durations, profile, say } = manner
  const server = await openServer(ctx, { profile })
  const regulars = await welcomeRegulars(ctx, server.url)
  let acknowledged = await paidOrders(ctx)
  const count = (orders: number) => {
    acknowledged += orders
  }
  say('where the time goes')
  const breakdown = await breakDown(ctx, regulars, { payments: quick ? 60 : 300, count })
  const limit = await openLimit(ctx)
  await openMinimal(ctx)
  const pairs = await measurePairs({ ctx, server, limit, regulars, breakdown, count, manner })
  await limit.stop()
  say('the pay page')
  const page = await measurePage(ctx, server, { ...durations, ms: durations.ms / 2, loads: [1, 64] })
  await server.helper.stop()
  say('with the worker')
  const withWorker = await measureWithWorker({ ctx, receiver, count, manner })
  say('starts')
  const starts = await measureStarts().catch((error: Error) => ({ failed: error.message.split('\n')[0]! }))
  say('the books')
  const orders = { acknowledged, written: await paidOrders(ctx) }
  return { pairs, withWorker, breakdown, starts, page, orders, verified: await verified(ctx) }
}

type Count = (orders: number) => void
type Breakdowns = Readonly<Record<CardKind, Breakdown>>

/** Pays one order after the other at a server that watches itself, and takes apart what it saw. */
async function breakDown(
  ctx: BenchContext,
  regulars: readonly Regular[],
  { payments, count }: { payments: number; count: Count },
): Promise<Breakdowns> {
  const { helper, url } = await openServer(ctx, { observe: true })
  const store = { ...ctx, browsers: openBrowsers(url, 1), regulars }
  const partsOf = async (kind: CardKind) => {
    for (let paid = 0; paid < payments; paid++) await payOnce(store, kind)
    await helper.ask('begin')
    const seen: PaidOrder[] = []
    for (let paid = 0; paid < payments; paid++) seen.push(await payOnce(store, kind))
    count(2 * payments)
    return takeApart(await helper.ask<Observed>('observed'), [
      { name: 'order', is: ({ path }) => path === '/', seen: seen.map(({ order }) => order) },
      { name: 'pay', is: ({ path }) => path.endsWith('/pay'), seen: seen.map(({ pay }) => pay) },
    ])
  }
  const breakdowns = { stored: await partsOf('stored'), new: await partsOf('new') }
  await store.browsers.close()
  await helper.stop()
  return breakdowns
}

type Parts = {
  ctx: BenchContext
  server: OpenServer
  limit: Helper
  regulars: readonly Regular[]
  breakdown: Breakdowns
  count: Count
  manner: Manner
}

/**
 * Each number of clients at the server and at the limit, one right after the other, so that the machine is the same.
 */
async function measurePairs({ ctx, server, limit, regulars, breakdown, count, manner }: Parts): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (const clients of manner.profile ? [64] : manner.quick ? [1, 64] : [1, 16, 64]) {
    for (const kind of kinds) {
      manner.say(`${clients} clients, ${kind} card`)
      const atServer = await measurePaying(ctx, server, { regulars, clients, kind, manner })
      count(atServer.done)
      const before = await paidOrders(ctx)
      const { tape } = breakdown[kind]
      const atLimit = await measureLimit(ctx, limit, { tape, regulars, clients, ...manner.durations })
      count((await paidOrders(ctx)) - before)
      const minimal = await measureMinimal(ctx, limit, { work: 'payment', clients, ...manner.durations })
      pairs.push({ kind, clients, server: atServer, limit: atLimit, minimal })
    }
  }
  return pairs
}

async function measurePaying(
  ctx: BenchContext,
  server: OpenServer,
  {
    regulars,
    clients,
    kind,
    manner,
  }: { regulars: readonly Regular[]; clients: number; kind: CardKind; manner: Pick<Manner, 'durations'> },
): Promise<ServerRow<PaidOrder>> {
  const browsers = openBrowsers(server.url, clients)
  const store = { ...ctx, browsers, regulars }
  const row = await measureServer(ctx, server, { clients, ...manner.durations }, () => payOnce(store, kind))
  await browsers.close()
  return row
}

async function measureWithWorker({ ctx, receiver, count, manner: { durations } }: WithWorker) {
  // Notifications left by earlier measurements are not part of this one: they wait until it is over.
  const earlier = `update notifications.notifications set due_at = due_at`
  await ctx.query(`${earlier} + interval '1 year' where status = 'waiting'`)
  const server = await openServer(ctx, { roles: 'pages,worker' })
  const before = receiver.received()
  const manner = { durations: { ...durations, warmUpMs: 2 * durations.warmUpMs } }
  const row = await measurePaying(ctx, server, { regulars: [], clients: 64, kind: 'new', manner })
  count(row.done)
  const received = receiver.received() - before
  await server.helper.stop()
  await ctx.query(`${earlier} - interval '1 year' where due_at > now() + interval '1 month'`)
  return { perSecond: row.perSecond, clients: 64, received }
}

type WithWorker = { ctx: BenchContext; receiver: Receiver; count: Count; manner: Manner }

async function paidOrders({ query }: BenchContext): Promise<number> {
  const [row] = await query(`select count(*) as paid from orders.orders where status = 'complete-ok'`)
  return Number(row!.paid)
}
