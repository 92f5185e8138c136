import { Pool } from 'undici'
import { openLog } from '#kernel/telemetry/log.ts'
import { type App, openApp } from '../src/app/compose.ts'
import { readConfig } from '../src/app/config.ts'
import { type BenchContext, openBenchContext } from './context.ts'
import { type Load, runClients, runPaced } from './load.ts'
import { measureMinimal, openMinimal } from './minimal.ts'
import { percentile } from './numbers.ts'
import { type OnUs, payOnUs, timeTheLoop } from './on-us.ts'
import { openPartner } from './partner-client.ts'
import { type Helper, startHelper } from './processes.ts'
import type { Found, Manner, Section } from './section.ts'
import { acquirerId, decideBelow, type IssuedCard, merchant, nextKey, openCards } from './spending-cards.ts'
import { type Delivered, measureDelivered } from './spending-delivered.ts'
import { type Measured, report, type Way } from './spending-report.ts'
import type { SwitchLoad, SwitchTimed } from './switch-process.ts'
import { connections, type Durations, openLimit, openServer, serverEnv } from './throughput.ts'
import { verified } from './verified.ts'

/** Decisions about payments with issued cards, of one account and of many, below HTTP, as JSON and as ISO 8583. */
export const spendingSection: Section = {
  title: 'Decisions about issued cards',
  run: async (manner) => {
    const ctx = await openBenchContext()
    try {
      return await measure(ctx, manner)
    } finally {
      await ctx.close()
    }
  },
}

export const clients = 64
const sessions = 4
const accounts = 64
const key = 'network-key-of-the-bench-0123456789'
export const spendingEnv = {
  FLORIN_NETWORK_KEYS: `bench=${key}`,
  FLORIN_SPENDING_VELOCITY: 'off',
  FLORIN_ISO8583: '[{"name":"bench","port":0,"packaging":"ascii","connections":20,"inFlight":10000}]',
}

/** Where decisions are asked for: in this program, and of a server by its two interfaces. */
export type Places = { app: App; pool: Pool; network: { process: Helper; port: number } }
type Timing = Durations & { clients: number; perSecond?: number }

async function measure(ctx: BenchContext, { quick, profile, durations, say }: Manner): Promise<Found> {
  const partner = await openPartner(ctx)
  await openMinimal(ctx)
  const server = await openServer(ctx, { profile, env: spendingEnv })
  const limit = await openLimit(ctx)
  const app = await openApp({
    config: readConfig({ ...serverEnv(ctx, 'api'), ...spendingEnv, FLORIN_DATABASE_CONNECTIONS: String(connections) }),
    log: openLog({ level: 'error', to: process.stderr }),
    databaseUrl: ctx.databaseUrl,
    publicUrl: 'http://127.0.0.1',
  })
  const many = await openCards({ app, url: server.url, partner, prefix: '53212345' }, accounts)
  await ctx.query('analyze')
  const pool = new Pool(server.url, { connections: clients, pipelining: 1 })
  const port = await server.helper.ask<number>('iso8583')
  const places: Places = { app, pool, network: { process: await startHelper('./switch-process.ts'), port } }
  const timing = { clients, ...(quick ? durations : { warmUpMs: 500, ms: 2_000 }) }
  say('warming up')
  for (const way of ['json', 'iso', 'below'] as const)
    await decideAt[way](places, many, { clients, warmUpMs: 0, ms: quick ? durations.ms : warmUpMs })
  const rounds: Record<Way, Measured>[] = []
  const count = quick ? 1 : 3
  for (let round = 1; round <= count; round++) {
    say(`round ${round} of ${count}`)
    rounds.push(await measureRound({ ctx, limit, places, many, timing }))
  }
  say('at half load, and one alone')
  const half = await atHalfLoad(places, many, { timing, rounds })
  const alone = await runClients(
    timed(() => decideBelow(app, many[0]!)),
    { ...timing, clients: 1 },
  )
  say('payments at a merchant of ours')
  const onUs: OnUs = await payOnUs(ctx, { url: server.url, card: many[0]!, timing })
  await Promise.all([pool.close(), server.helper.stop(), limit.stop()])
  say('with deliveries')
  const delivered: Delivered = await measureDelivered(ctx, { app, network: places.network.process, timing })
  await Promise.all([app.close(), places.network.process.stop()])
  say('what verify finds')
  const books = await verified(ctx)
  say('the loop')
  return report({ rounds, half, alone: figuresOf(alone), onUs, delivered, loop: await timeTheLoop(), books })
}

/** Of each way, since the program takes twice as long for the first ten thousand decisions as for those after them. */
const warmUpMs = 8_000

type Round = {
  ctx: BenchContext
  limit: Helper
  places: Places
  many: readonly IssuedCard[]
  timing: Durations & { clients: number }
}

async function measureRound({ ctx, limit, places, many, timing }: Round): Promise<Record<Way, Measured>> {
  const one = many.slice(0, 1)
  const minimal = async (work: 'payment' | 'hold') => {
    const { perSecond, each } = await measureMinimal(ctx, limit, { work, ...timing })
    return figuresOf({ samples: each, seconds: each.length / perSecond })
  }
  return {
    below: await decideAt.below(places, one, timing),
    belowMany: await decideAt.below(places, many, timing),
    json: await decideAt.json(places, one, timing),
    jsonMany: await decideAt.json(places, many, timing),
    iso: await decideAt.iso(places, one, timing),
    isoMany: await decideAt.iso(places, many, timing),
    hold: await minimal('hold'),
    minimal: await minimal('payment'),
  }
}

async function atHalfLoad(
  places: Places,
  many: readonly IssuedCard[],
  { timing, rounds }: { timing: Timing; rounds: readonly Record<Way, Measured>[] },
) {
  const paced = (way: Way) => ({ ...timing, perSecond: rounds.at(-1)![way].perSecond / 2 })
  return {
    below: await decideAt.below(places, many, paced('belowMany')),
    json: await decideAt.json(places, many, paced('jsonMany')),
    iso: await decideAt.iso(places, many, paced('isoMany')),
  }
}

type Decide = (places: Places, cards: readonly IssuedCard[], timing: Timing) => Promise<Measured>

export const decideAt: Readonly<Record<'below' | 'json' | 'iso', Decide>> = {
  below: ({ app }, cards, timing) => {
    const next = inTurn(cards)
    return run(() => decideBelow(app, next()), timing)
  },
  json: ({ pool }, cards, timing) => {
    const next = inTurn(cards)
    return run(() => decideOverJson(pool, next()), timing)
  },
  iso: async ({ network: { process, port } }, cards, timing) => {
    const shown = cards.map((card) => ({
      number: card.number.reveal(),
      expiry: card.expiry,
      cvv2: card.cvv2.reveal(),
    }))
    const load: SwitchLoad = { port, cards: shown, sessions, ...timing }
    const { perSecond, each } = await process.ask<SwitchTimed>(load)
    return figuresOf({ samples: each, seconds: each.length / perSecond })
  },
}

function inTurn<T>(all: readonly T[]): () => T {
  let nth = 0
  return () => all[nth++ % all.length]!
}

const run = async (work: () => Promise<void>, { perSecond, ...timing }: Timing): Promise<Measured> =>
  figuresOf(
    await (perSecond === undefined ? runClients(timed(work), timing) : runPaced(work, { ...timing, perSecond })),
  )

export const figuresOf = ({ samples, seconds }: Load<number>): Measured => ({
  perSecond: samples.length / seconds,
  p50: percentile(samples, 0.5),
  p99: percentile(samples, 0.99),
})

const timed = (work: () => Promise<void>) => async () => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function decideOverJson(pool: Pool, { number, expiry, cvv2 }: IssuedCard): Promise<void> {
  const { stan, sentAt } = nextKey()
  const message = {
    key: { stan, sentAt, acquirerId },
    card: { number: number.reveal(), expiry, cvv2: cvv2.reveal() },
    amount: { amount: '1.00', currency: 'EUR' },
    merchant,
    channel: 'online',
  }
  const { body, statusCode } = await pool.request({
    method: 'POST',
    path: '/network/v1/authorizations',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(message),
  })
  const text = await body.text()
  if (statusCode !== 200 || !text.includes('"code":"00"')) throw new Error(`answered ${statusCode} ${text}`)
}
