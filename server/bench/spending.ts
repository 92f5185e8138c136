import { Pool } from 'undici'
import type { NetworkCard } from '#connectors/network/message.ts'
import { cardById } from '#issuing/cards'
import type { CardId } from '#issuing/ids'
import { addProduct } from '#issuing/programmes'
import { money } from '#kernel/base/money.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import { type App, openApp } from '../src/app/compose.ts'
import { readConfig } from '../src/app/config.ts'
import { approveKyc } from '../tests/world/issuing.ts'
import { type BenchContext, openBenchContext } from './context.ts'
import { runClients } from './load.ts'
import { measureMinimal, openMinimal } from './minimal.ts'
import { median, percent, percentile, rounded } from './numbers.ts'
import { type Headers, openPartner, openPoster } from './partner-client.ts'
import { type Found, type Manner, type Section, table } from './section.ts'
import { connections, measureServer, openLimit, openServer, serverEnv } from './throughput.ts'
import { verified } from './verified.ts'

/** Decisions about payments with one card of one account: the hottest that an account can be. */
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

const clients = 64
const key = 'network-key-of-the-bench-0123456789'
const env = { FLORIN_NETWORK_KEYS: `bench=${key}`, FLORIN_SPENDING_VELOCITY: 'off' }

type Measured = { perSecond: number; p50: number; p99: number }
type Round = Record<'below' | 'json' | 'minimal' | 'spread', Measured>

async function measure(ctx: BenchContext, { quick, profile, durations, say }: Manner): Promise<Found> {
  const partner = await openPartner(ctx)
  await openMinimal(ctx)
  const server = await openServer(ctx, { profile, env })
  const limit = await openLimit(ctx)
  const app = await openApp({
    config: readConfig({ ...serverEnv(ctx, 'api'), ...env, FLORIN_DATABASE_CONNECTIONS: String(connections) }),
    log: openLog({ level: 'error', to: process.stderr }),
    databaseUrl: ctx.databaseUrl,
    publicUrl: 'http://127.0.0.1',
  })
  const card = await openCard(ctx, { app, url: server.url, partner })
  const pool = new Pool(server.url, { connections: clients, pipelining: 1 })
  const load = { clients, ...durations }
  const [below, json] = [decideBelow(app, card), decideOverJson(pool, card)]
  const rounds: Round[] = []
  const count = quick ? 2 : 3
  for (let round = 1; round <= count; round++) {
    say(`round ${round} of ${count}`)
    const alone = await runClients(timed(below), load)
    const over = await measureServer(ctx, server, load, timed(json))
    const minimal = await measureMinimal(ctx, limit, { work: 'hold', ...load })
    const spread = await measureMinimal(ctx, limit, { work: 'payment', ...load })
    rounds.push({
      spread: figuresOf(spread.perSecond, spread.each),
      below: figuresOf(alone.samples.length / alone.seconds, alone.samples),
      json: figuresOf(over.perSecond, over.samples),
      minimal: figuresOf(minimal.perSecond, minimal.each),
    })
  }
  const single = await runClients(timed(below), { ...load, clients: 1 })
  await pool.close()
  await Promise.all([app.close(), server.helper.stop(), limit.stop()])
  return report(rounds, percentile(single.samples, 0.5), await verified(ctx))
}

const figuresOf = (perSecond: number, samples: readonly number[]): Measured => ({
  perSecond,
  p50: percentile(samples, 0.5),
  p99: percentile(samples, 0.99),
})

const timed = (work: () => Promise<void>) => async () => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

type Parts = { app: App; url: string; partner: { id: number; server: Headers } }

/** A card whose account has more than the bench spends. */
async function openCard(ctx: BenchContext, { app, url, partner }: Parts): Promise<NetworkCard> {
  const by = { actor: 'bench', fromWhere: 'command line' }
  const partnerId = partner.id as Parameters<typeof addProduct>[1]['partnerId']
  const numbers = { prefix: '53212345', currencies: ['EUR' as const], virtual: true, physical: false }
  const product = await addProduct(app, { by, partnerId, input: { name: 'Busy card', ...numbers } })
  const { post, close } = openPoster(url, 1)
  const { customerId } = await post('/auth/register/partner', partner.server, { email: 'busy@example.com' })
  await approveKyc({ app }, customerId!)
  const { accessToken } = await post('/auth/login/partner', partner.server, { customerId })
  const headers = { authorization: `Bearer ${accessToken}` }
  await post('/accounts', headers, { currency: 'EUR' })
  const input = { subscriptionCardId: product.id, isVirtual: true, currency: 'EUR', label: 'Groceries' }
  const { id } = await post('/cards', headers, input)
  await close()
  const issued = (await cardById(app.db, id as CardId))!
  const { pan, cvv } = await app.issuerVault.secretsOf({ cardId: issued.id, expiryOrder: product.expiryOrder })
  const card = { number: pan, cvv2: cvv, expiry: issued.expiry }
  const funds = { amount: money(1_000_000_000_00n, 'EUR'), presentmentId: 'funds', merchant, reference: { acquirerId } }
  const { code } = await app.network.send({ kind: 'refund', key: nextKey(), card, ...funds })
  if (code !== '00') throw new Error(`the funds of the bench were answered with ${code}`)
  await ctx.query('analyze')
  return card
}

const acquirerId = '400001'
const merchant = { id: 'MERCHANT0000001', name: 'Busy Bakery', country: 'RO', category: '5411' }

let sent = 0
const nextKey = () => ({
  sender: `bench/${acquirerId}`,
  stan: String(++sent),
  sentAt: new Date().toISOString().replaceAll(/\D/g, '').slice(4, 14),
})

/** The use case alone, called by a program that has nothing else to do. */
const decideBelow = (app: App, card: NetworkCard) => async () => {
  const { code } = await app.network.send({
    kind: 'authorization',
    key: nextKey(),
    card,
    amount: money(100n, 'EUR'),
    merchant,
    reference: { acquirerId },
    purpose: 'purchase',
    channel: 'online',
    entry: '812',
    posts: false,
    partialAllowed: false,
    preauthorization: false,
    recurring: false,
  })
  if (code !== '00') throw new Error(`a payment was answered with ${code}`)
}

const decideOverJson = (pool: Pool, { number, expiry, cvv2 }: NetworkCard) => {
  const card = { number: number!.reveal(), expiry, cvv2: cvv2!.reveal() }
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  return async () => {
    const { stan, sentAt } = nextKey()
    const amount = { amount: '1.00', currency: 'EUR' }
    const message = { key: { stan, sentAt, acquirerId }, card, amount, merchant, channel: 'online' }
    const request = {
      method: 'POST',
      path: '/network/v1/authorizations',
      headers,
      body: JSON.stringify(message),
    } as const
    const { body, statusCode } = await pool.request(request)
    const text = await body.text()
    if (statusCode !== 200 || !text.includes('"code":"00"')) throw new Error(`answered ${statusCode} ${text}`)
  }
}

function report(rounds: readonly Round[], single: number, books: string): Found {
  const of = (way: keyof Round, figure: keyof Measured) => median(rounds.map((round) => round[way][figure]))
  const share = (way: keyof Round) =>
    percent(median(rounds.map((round) => round[way].perSecond / round.spread.perSecond)))
  const row = (name: string, way: keyof Round) => [
    name,
    rounded(of(way, 'perSecond')),
    `${rounded(of(way, 'p50'))} ms`,
    `${rounded(of(way, 'p99'))} ms`,
  ]
  return {
    inShort: [
      `${rounded(of('below', 'perSecond'))} decisions a second below HTTP on one account: ${share('below')} of the smallest durable statement that waits for no other (${rounded(of('spread', 'perSecond'))}); ${rounded(of('json', 'perSecond'))} over JSON (${share('json')}); one alone takes ${rounded(single)} ms`,
    ],
    text: [
      `${clients} clients with one card of one account. A decision is judged by every rule and commits the transaction, its message, its hold, the sums of the card and the account, and the event. The limits are durable statements of the bare driver: one that all clients make about one account (its balance, a hold and an event), and one that shares no row (an order, its payment, an entry with two lines and an event). The program below HTTP is the one that makes the load. Medians of rounds that took turns; nothing is delivered meanwhile.`,
      table(
        ['', 'a second', 'p50', 'p99'],
        [
          row('below HTTP', 'below'),
          row('over JSON', 'json'),
          row('smallest statement, one account', 'minimal'),
          row('smallest statement, no shared row', 'spread'),
        ],
      ),
      books,
    ].join('\n\n'),
  }
}
