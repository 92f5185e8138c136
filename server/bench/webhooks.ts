import { hs512 } from '#kernel/crypto/jws.ts'
import { openOutbound } from '#kernel/http/outbound.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import { type DueWork, startDueWork } from '#kernel/work/due-work.ts'
import { type App, openApp } from '../src/app/compose.ts'
import { readConfig } from '../src/app/config.ts'
import { type BenchContext, openBenchContext } from './context.ts'
import { median, percent, rounded } from './numbers.ts'
import { type Helper, processorMs, startHelper } from './processes.ts'
import { type Found, type Section, table } from './section.ts'

/** What was delivered a second, and the processor milliseconds of one webhook. */
type Delivered = { perSecond: number; program: number; database: number }
/** Of each round. */
type Rates = Record<'raw' | 'one' | 'nine' | 'nineBesideHanging', Delivered[]>
type Findings = { rates: Rates; sent: number; received: number; delivered: number }

/**
 * One process delivers what is due to receivers in another that answer at once, by turns with the raw loop: the same
 * texts signed and sent by the same client over as many connections, with no database. Then to ten partners, all quick,
 * and with one of them that hangs: what the other nine get.
 */
export const webhooksSection: Section = {
  title: 'Webhooks',
  run: async ({ quick, say }) => {
    const partners = await startHelper('./partners-process.ts')
    const { urls } = await partners.ask<{ urls: string[] }>('where')
    const ctx = await openBenchContext()
    const app = await openDeliverer(ctx)
    try {
      const ids = await Promise.all(urls.map((webhookUrl, n) => addPartner(app, `Partner ${n}`, webhookUrl)))
      const [each, rounds] = quick ? [2_000, 2] : [10_000, 5]
      const rates: Rates = { raw: [], one: [], nine: [], nineBesideHanging: [] }
      for (let round = 0; round <= rounds; round++) {
        say(round === 0 ? 'warming up' : `round ${round} of ${rounds}`)
        const found = await measureRound({ ctx, app, partners, ids, url: urls[0]!, each })
        if (round > 0) for (const name of Object.keys(rates) as (keyof Rates)[]) rates[name].push(found[name])
      }
      const { received } = await partners.ask<{ received: number }>('what')
      const [stored] = await ctx.query(
        `select count(*) as all, count(*) filter (where status = 'delivered' and attempts = 1) as delivered from webhooks.events`,
      )
      const sent = Number(stored!.all)
      return report({
        rates,
        sent,
        received: received - each * (rounds + 1),
        delivered: Number(stored!.delivered),
      })
    } finally {
      await app.close()
      await ctx.close()
      await partners.stop()
    }
  },
}

type Round = { ctx: BenchContext; app: App; partners: Helper; ids: readonly number[]; url: string; each: number }

async function measureRound({ ctx, app, partners, ids, url, each }: Round): Promise<Record<keyof Rates, Delivered>> {
  const nine = ids.slice(0, -1)
  const share = Math.ceil(each / nine.length)
  const raw = await processorsOf(ctx, each, () => rawLoop(url, each))
  const one = await deliverSome(ctx, app, { ids: ids.slice(0, 1), each, counted: ids })
  const quick = await deliverSome(ctx, app, { ids, each: share, counted: nine })
  await partners.ask('hang')
  const besideHanging = await deliverSome(ctx, app, {
    ids,
    each: share,
    counted: nine,
    release: () => partners.ask('answer'),
  })
  return { raw, one, nine: quick, nineBesideHanging: besideHanging }
}

/** With the processor time of the program and the database while so many were delivered. */
async function processorsOf(ctx: BenchContext, count: number, deliver: () => Promise<number>): Promise<Delivered> {
  const processors = () => [processorMs(process.pid), processorMs(ctx.databasePid, { children: true })] as const
  const before = processors()
  const perSecond = await deliver()
  const after = processors()
  return { perSecond, program: (after[0] - before[0]) / count, database: (after[1] - before[1]) / count }
}

const openDeliverer = (ctx: BenchContext): Promise<App> =>
  openApp({
    config: readConfig({
      DATABASE_URL: ctx.databaseUrl,
      FLORIN_KEYS: ctx.keys,
      FLORIN_DATABASE_CONNECTIONS: '12',
    }),
    log: openLog({ level: 'error', to: process.stderr }),
    databaseUrl: ctx.databaseUrl,
    publicUrl: 'http://127.0.0.1',
  })

async function addPartner(app: App, name: string, webhookUrl: string): Promise<number> {
  const by = { actor: 'bench', fromWhere: 'command line' }
  return (await app.partners.create({ by, name, live: false, webhookUrl })).partner.id
}

/** As the one about a KYC status. */
const bodyOf = (eventId: string): string =>
  `{"eventType":"kycStatusChanged","eventId":"${eventId}","customerId":"cust_01K4Z3W7V9Q8M2N5R6T1X0Y4AB","data":{"customerId":"cust_01K4Z3W7V9Q8M2N5R6T1X0Y4AB","status":"approved"}}`
const atOnce = 32

async function rawLoop(url: string, count: number): Promise<number> {
  const outbound = openOutbound({ allowPrivate: true, timeoutMs: 30_000 })
  const key = 'whsec_'.padEnd(92, 'k')
  let left = count
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) {
        const body = bodyOf('evt_01K4Z3W7V9Q8M2N5R6T1X0Y4AB')
        const headers = {
          'content-type': 'application/json',
          'user-agent': 'Florin',
          'x-money-signature': hs512(key, body),
          'x-money-delivery-id': crypto.randomUUID(),
        }
        await outbound.post(url, { headers, body })
      }
    }),
  )
  const ms = performance.now() - began
  await outbound.close()
  return (count * 1000) / ms
}

type Load = { ids: readonly number[]; each: number; counted: readonly number[]; release?(): Promise<unknown> }

/** So many fall due at once for each partner; how many a second until those of the counted partners are delivered. */
async function deliverSome(ctx: BenchContext, app: App, { ids, each, counted, release }: Load): Promise<Delivered> {
  const before = (await ctx.query('select coalesce(max(id), 0) as id from webhooks.events'))[0]!.id
  await ctx.query(`insert into webhooks.events
      (partner_id, holder_id, event_id, event_type, body, retries, status, tries_left, created_at, due_at)
    select partner, 'cust_01K4Z3W7V9Q8M2N5R6T1X0Y4AB', 'evt_' || n, 'kycStatusChanged',
           '${bodyOf('evt_01K4Z3W7V9Q8M2N5R6T1X0Y4AB')}', 'documented', 'waiting', 3, now(), now()
    from generate_series(1, ${each}) as n, unnest(array[${ids.join(', ')}]) as partner`)
  await ctx.query('analyze webhooks.events')
  const rows = await ctx.query(
    `select id from webhooks.events where id > ${before} and partner_id = any(array[${counted.join(', ')}])`,
  )
  const waited = new Set(rows.map(({ id }) => id!))
  const total = waited.size
  const all = Promise.withResolvers<void>()
  const everything = Promise.withResolvers<void>()
  let left = each * ids.length
  const watched = (work: DueWork): DueWork => ({
    ...work,
    run: async (id) => {
      await work.run(id)
      if (waited.delete(String(id)) && waited.size === 0) all.resolve()
      if (--left === 0) everything.resolve()
    },
  })
  const works = app.jobs.filter(({ name }) => name === 'deliver webhooks').map(watched)
  return processorsOf(ctx, each * ids.length, async () => {
    const began = performance.now()
    const working = await startDueWork(app, works, { everyMs: 500 })
    await all.promise
    const ms = performance.now() - began
    await release?.()
    await everything.promise
    await working.stop()
    return (total * 1000) / ms
  })
}

const report = ({ rates, sent, received, delivered }: Findings): Found => {
  const medianOf = (which: keyof Rates, of: keyof Delivered) => median(rates[which].map((round) => round[of]))
  const [raw, one, nine, beside] = (['raw', 'one', 'nine', 'nineBesideHanging'] as const).map((which) =>
    medianOf(which, 'perSecond'),
  ) as [number, number, number, number]
  const lost = 1 - beside / nine
  const row = (name: string, which: keyof Rates) => [
    name,
    ...(['perSecond', 'program', 'database'] as const).map((of) => rounded(medianOf(which, of))),
  ]
  return {
    inShort: [
      `${rounded(one)} webhooks a second to a fast receiver, ${percent(one / raw)} of the raw loop (${rounded(raw)}; aim: 35 %)`,
      `one of ten receivers hangs: the other nine get ${rounded(beside)} a second where they got ${rounded(nine)}, ${lost > 0 ? `${percent(lost)} less` : 'no less'} (aim: less than 10 %)`,
      sent === received && sent === delivered
        ? 'each was received exactly once, and is recorded as delivered'
        : `**${sent} were sent, ${received} received, and ${delivered} recorded as delivered at the first attempt**`,
    ],
    text: [
      'One process delivers what is due to receivers in another process that answer at once. The raw loop signs and sends the same texts with the same client over as many connections, and has no database. Milliseconds of the processors for one webhook; medians of rounds that took turns.',
      table(
        ['', 'a second', 'program', 'database'],
        [
          row('raw loop', 'raw'),
          row('to one receiver', 'one'),
          row('to nine of ten receivers', 'nine'),
          row('to nine, while the tenth hangs', 'nineBesideHanging'),
        ],
      ),
    ].join('\n\n'),
  }
}
