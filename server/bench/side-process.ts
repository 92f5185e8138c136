import { randomUUID } from 'node:crypto'
import type { App } from '../src/app/compose.ts'
import { openApiClient } from './api-client.ts'
import { bill, firstOrder, keepCards, storeOrders } from './billing.ts'
import { openBrowsers } from './browsers.ts'
import { openBenchContext } from './context.ts'
import { runClients } from './load.ts'
import { median, percentile } from './numbers.ts'
import { measureOffered, offeredPerSecond } from './offered.ts'
import { openBenchApp } from './open-app.ts'
import { openPartner } from './partner-client.ts'
import { answerParent, processorMs } from './processes.ts'
import { openReceiver } from './receiver.ts'
import { orderOnce } from './rest.ts'
import { decideBelow, type IssuedCard, openCards } from './spending-cards.ts'
import { payOnce, welcomeRegulars } from './store.ts'
import { measureServer, openServer } from './throughput.ts'

/**
 * One of two commits that are compared (`against.ts`): its own program and database, and this load. It measures one
 * piece of work for a moment whenever it is asked.
 */
export type Work =
  | 'billing'
  | 'decision'
  | 'decisionOfOne'
  | 'order'
  | 'orderWithMisses'
  | 'storedCard'
  | 'newCard'
  | 'oneProcess'
  | 'offered'
export type SideAsked = { work: Work; clients: number; ms: number }
export type SideMeasured = {
  perSecond: number
  p50: number
  p99: number
  serverMs: number
  databaseMs: number
  walBytes: number
  /** Notifications that the store has received, a second. */
  notified: number
}

const receiver = await openReceiver()
const ctx = await openBenchContext(receiver.url)
const server = await openServer(ctx)
const regulars = await welcomeRegulars(ctx, server.url)
await parkMessages()

/** What no worker has sent is not part of what is measured later. */
async function parkMessages(): Promise<void> {
  for (const table of ['notifications.notifications', 'emails.emails'])
    await ctx.query(`update ${table} set status = 'parked', due_at = null where status = 'waiting'`)
  await ctx.query('update invoices.requests set due_at = null where due_at is not null')
}

async function measure({ work, clients, ms }: SideAsked): Promise<SideMeasured> {
  if (work === 'billing') return billSome()
  if (work === 'decision') return decideSome(clients, ms, 64)
  if (work === 'decisionOfOne') return decideSome(clients, ms, 1)
  if (work === 'offered') return offerSome(ms)
  const isOne = work === 'oneProcess'
  if (isOne) await parkMessages()
  const own = isOne ? await openServer(ctx, { roles: 'api,pages,worker' }) : server
  const before = receiver.received()
  const began = performance.now()
  const { once, close } = clientsOf(own.url, work, clients)
  const row = await measureServer(ctx, own, { clients, warmUpMs: ms / 3, ms }, async () => {
    const at = performance.now()
    await once()
    return performance.now() - at
  })
  const notified = ((receiver.received() - before) * 1000) / (performance.now() - began)
  await close()
  if (isOne) await own.helper.stop()
  return {
    perSecond: row.perSecond,
    p50: median(row.samples),
    p99: percentile(row.samples, 0.99),
    serverMs: row.processor.server,
    databaseMs: row.processor.database,
    walBytes: row.walBytes,
    notified,
  }
}

/** All in one process, at a pace that does not wait for it. */
async function offerSome(ms: number): Promise<SideMeasured> {
  await parkMessages()
  const own = await openServer(ctx, { roles: 'api,pages,worker' })
  const offered = await measureOffered(ctx, own, { regulars, perSecond: offeredPerSecond, ms: 4 * ms })
  await own.helper.stop()
  return { ...offered, walBytes: 0, notified: 0 }
}

/** Of subscriptions that were stored the first time, a tenth each time. */
let biller: App | undefined
let billed = 0
async function billSome(): Promise<SideMeasured> {
  if (!biller) {
    biller = await openBenchApp(ctx)
    await storeOrders(ctx, await keepCards(biller, ctx), { from: 0, to: subscriptions })
  }
  const where = `id > ${firstOrder} and id <= ${firstOrder + subscriptions} and id % 10 = ${billed++ % 10}`
  const { perSecond, processor } = await bill(ctx, biller, { stored: subscriptions, due: subscriptions / 10, where })
  const [serverMs, databaseMs] = [processor.program, processor.database]
  return { perSecond, serverMs, databaseMs, p50: 0, p99: 0, walBytes: 0, notified: 0 }
}
const subscriptions = 20_000

/** Below HTTP, in this process, which is the server of these figures. */
let issued: { app: App; cards: readonly IssuedCard[] } | undefined
async function decideSome(clients: number, ms: number, accounts: number): Promise<SideMeasured> {
  issued ??= await issueCards()
  const { app, cards } = issued
  let nth = 0
  const once = async () => {
    const at = performance.now()
    await decideBelow(app, cards[nth++ % accounts]!)
    return performance.now() - at
  }
  const processors = () => [processorMs(process.pid), processorMs(ctx.databasePid, { children: true })] as const
  let [before, after] = [processors(), processors()]
  const around = { begin: () => (before = processors()), end: () => (after = processors()) }
  const { samples, seconds } = await runClients(once, { clients, warmUpMs: ms / 3, ms }, around)
  const each = (of: 0 | 1) => (after[of] - before[of]) / samples.length
  return {
    perSecond: samples.length / seconds,
    p50: median(samples),
    p99: percentile(samples, 0.99),
    serverMs: each(0),
    databaseMs: each(1),
    walBytes: 0,
    notified: 0,
  }
}

async function issueCards() {
  const app = await openBenchApp(ctx, { FLORIN_SPENDING_VELOCITY: 'off' })
  const partner = await openPartner(ctx)
  return { app, cards: await openCards({ app, url: server.url, partner, prefix: '53212345' }, 64) }
}

let next = 0
/** An order of this name was paid before, so that another one fails in its commit. */
const takenName = 'bread-taken'
let isTaken = false

function clientsOf(url: string, work: Work, clients: number): { once(): Promise<unknown>; close(): Promise<void> } {
  if (work === 'order' || work === 'orderWithMisses') {
    const client = openApiClient(url, ctx.privateKey, clients)
    const fails = () => work === 'orderWithMisses' && isTaken && next % 20 === 0
    const once = async () => {
      const regular = regulars[next++ % regulars.length]!
      if (fails()) return client.post('/order', missing(regular.shopper, regular.card)).catch(expectRefused)
      if (!isTaken) {
        isTaken = true
        await client.post('/order', { ...missing(regular.shopper, regular.card), amount: '9.50' })
      }
      return orderOnce(client, regular, 'plain')
    }
    return { once, close: () => client.close() }
  }
  const browsers = openBrowsers(url, clients)
  const store = { ...ctx, browsers, regulars }
  return { once: () => payOnce(store, work === 'storedCard' ? 'stored' : 'new'), close: () => browsers.close() }
}

function expectRefused(error: Error): void {
  if (!error.message.includes('order_exists')) throw error
}

/** Refused after its commit has found that the name is taken, since the amount is another. */
const missing = (customerId: string, cardId: string) => ({
  customerId,
  cardId,
  orderType: 'purchase',
  amount: '8.50',
  currency: 'EUR',
  externalOrderId: takenName,
  description: randomUUID(),
})

answerParent(
  async (asked) => measure(asked as SideAsked),
  async () => {
    await biller?.close()
    await issued?.app.close()
    await server.helper.stop()
    await ctx.close()
    await receiver.close()
  },
)
