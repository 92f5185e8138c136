import { setTimeout as pause } from 'node:timers/promises'
import { type ApiClient, openApiClient } from './api-client.ts'
import { type BenchContext, openBenchContext } from './context.ts'
import { runPaced } from './load.ts'
import { median, percent, percentile, rounded } from './numbers.ts'
import { processorMs } from './processes.ts'
import { openReceiver } from './receiver.ts'
import { orderOnce } from './rest.ts'
import { type Found, type Section, table } from './section.ts'
import { type Regular, welcomeRegulars } from './store.ts'
import { type OpenServer, openServer } from './throughput.ts'
import { verified } from './verified.ts'

/**
 * What a program of all roles makes of orders that come at a pace, whether or not those before are done, with all that
 * follows from them: invoices, emails, notifications. `perSecond` are those that were done within the time; `processor` is
 * of server and database, in milliseconds for one order, until nothing is left to do or `drainMaxMs` is over.
 */
export type Offered = {
  perSecond: number
  p50: number
  p99: number
  failed: number
  serverMs: number
  databaseMs: number
  /** Messages, invoices and others that were still waiting after all that time. */
  left: number
}

/** As a busy shop: more than most, and a third of what a program does on two cores when nothing else runs. */
export const offeredPerSecond = 135
const drainMaxMs = 60_000

export async function measureOffered(
  ctx: BenchContext,
  server: OpenServer,
  { regulars, perSecond, ms }: { regulars: readonly Regular[]; perSecond: number; ms: number },
): Promise<Offered> {
  const client = openApiClient(server.url, ctx.privateKey, 64)
  const processors = () => [processorMs(server.helper.pid), processorMs(ctx.databasePid, { children: true })] as const
  const [before, began] = [processors(), performance.now()]
  const within = { done: 0, failed: 0 }
  const { samples } = await runPaced(() => oneOf(client, regulars, began + ms, within), {
    ...{ perSecond, warmUpMs: 0, ms },
  })
  const left = await drained(ctx)
  const after = processors()
  await client.close()
  const each = (nth: 0 | 1) => (after[nth] - before[nth]) / samples.length
  const [p50, p99] = [median(samples), percentile(samples, 0.99)]
  const { done, failed } = within
  return { perSecond: (done * 1000) / ms, p50, p99, failed, serverMs: each(0), databaseMs: each(1), left }
}

let next = 0
async function oneOf(
  client: ApiClient,
  regulars: readonly Regular[],
  closes: number,
  within: { done: number; failed: number },
): Promise<void> {
  try {
    await orderOnce(client, regulars[next++ % regulars.length]!, 'plain')
    if (performance.now() < closes) within.done++
  } catch {
    within.failed++
  }
}

/** Waits until nothing waits to be sent or made; returns how much does when the time is over. */
async function drained({ query }: BenchContext): Promise<number> {
  const until = performance.now() + drainMaxMs
  for (;;) {
    const [row] = await query(`select (select count(*) from invoices.requests where due_at is not null)
      + (select count(*) from emails.emails where status = 'waiting')
      + (select count(*) from notifications.notifications where status = 'waiting') as waiting`)
    const waiting = Number(row!.waiting)
    if (waiting === 0 || performance.now() > until) return waiting
    await pause(100)
  }
}

/** The same orders at a site that makes invoices and at one that makes none, by turns. */
export const offeredSection: Section = {
  title: `${offeredPerSecond} orders a second with all that follows, with and without invoices`,
  run: async ({ quick, say }) => {
    const receiver = await openReceiver()
    const sides = await Promise.all([true, false].map((makesInvoices) => openSide(receiver.url, makesInvoices)))
    try {
      const [rounds, ms] = quick ? [1, 4_000] : [3, 12_000]
      const pairs: Offered[][] = []
      for (let round = 0; round < rounds; round++) {
        say(`round ${round + 1} of ${rounds}`)
        const pair: Offered[] = []
        for (const side of sides)
          pair.push(await measureOffered(side.ctx, side.server, { ...side, perSecond: offeredPerSecond, ms }))
        pairs.push(pair)
      }
      return report(pairs, await verified(sides[0]!.ctx))
    } finally {
      for (const { ctx, server } of sides) {
        await server.helper.stop()
        await ctx.close()
      }
      await receiver.close()
    }
  },
}

async function openSide(notificationUrl: string, makesInvoices: boolean) {
  const ctx = await openBenchContext(notificationUrl, { makesInvoices })
  const server = await openServer(ctx, { roles: 'api,pages,worker' })
  const regulars = await welcomeRegulars(ctx, server.url)
  await drained(ctx)
  return { ctx, server, regulars }
}

function report(pairs: readonly Offered[][], books: string): Found {
  const of = (side: 0 | 1, value: (one: Offered) => number) => median(pairs.map((pair) => value(pair[side]!)))
  const processor = ({ serverMs, databaseMs }: Offered) => serverMs + databaseMs
  const more = median(pairs.map(([made, none]) => processor(made!) / processor(none!) - 1))
  const row = (title: string, side: 0 | 1) => [
    title,
    ...(['perSecond', 'p50', 'p99', 'serverMs', 'databaseMs', 'failed', 'left'] as const).map((name) =>
      rounded(of(side, (one) => one[name])),
    ),
  ]
  return {
    inShort: [
      `${rounded(of(0, ({ perSecond }) => perSecond))} of ${offeredPerSecond} orders a second at a site that makes invoices, p50 ${rounded(of(0, ({ p50 }) => p50))} ms; a payment with its invoice costs ${percent(more)} more processor than one without (aim: 15 %)`,
    ],
    text: [
      `One process of all roles, to which ${offeredPerSecond} orders a second are sent, done or not: with the notification to the store, the receipt and, at one of two sites, the invoice and the email that brings it as a PDF. Processor milliseconds are for one order, until nothing is left to do; medians of rounds that took turns.`,
      table(
        ['', 'orders/s', 'p50', 'p99', 'server', 'database', 'failed', 'left'],
        [row('with invoices', 0), row('without', 1)],
      ),
      books,
    ].join('\n\n'),
  }
}
