import { addProduct } from '#issuing/programmes'
import { openLog } from '#kernel/telemetry/log.ts'
import { openApp } from '../src/app/compose.ts'
import { readConfig } from '../src/app/config.ts'
import { approveKyc } from '../tests/world/issuing.ts'
import { type BenchContext, openBenchContext } from './context.ts'
import { measureMinimal, openMinimal } from './minimal.ts'
import { median, percent, percentile, rounded } from './numbers.ts'
import { type Headers, openPartner, openPoster, type Post } from './partner-client.ts'
import { type Found, type Manner, type Section, table } from './section.ts'
import { measureServer, openLimit, openServer, serverEnv } from './throughput.ts'
import { verified } from './verified.ts'

/** Virtual cards issued to customers, each of whom has an account. */
export const cardsSection: Section = {
  title: 'Cards that are issued',
  run: async (manner) => {
    const ctx = await openBenchContext()
    try {
      return await measure(ctx, manner)
    } finally {
      await ctx.close()
    }
  },
}

const clients = 16
/** Counted as in production, and never reached: a customer of the bench has thousands of cards. */
const highLimits = 'cards_issued=900000000/PT1M'

type Round = { perSecond: number; minimal: number; p50: number; p99: number; minimalP50: number; minimalP99: number }

async function measure(ctx: BenchContext, { quick, profile, durations, say }: Manner): Promise<Found> {
  const partner = await openPartner(ctx)
  await openMinimal(ctx)
  const server = await openServer(ctx, { profile, env: { FLORIN_RATE_LIMITS: highLimits } })
  const limit = await openLimit(ctx)
  const { post, close } = openPoster(server.url, clients)
  const productId = await openProduct(ctx, partner.id)
  const customers = await openCustomers(ctx, post, partner.server)
  let next = 0
  const issue = async () => {
    const began = performance.now()
    const body = { subscriptionCardId: productId, isVirtual: true, currency: 'EUR', label: 'Groceries' }
    await post('/cards', customers[next++ % customers.length]!, body)
    return performance.now() - began
  }
  const rounds: Round[] = []
  const count = quick ? 2 : 3
  for (let round = 1; round <= count; round++) {
    say(`round ${round} of ${count}`)
    const { perSecond, samples } = await measureServer(ctx, server, { clients, ...durations }, issue)
    const minimal = await measureMinimal(ctx, limit, { work: 'card', clients, ...durations })
    rounds.push({
      perSecond,
      minimal: minimal.perSecond,
      p50: percentile(samples, 0.5),
      p99: percentile(samples, 0.99),
      minimalP50: percentile(minimal.each, 0.5),
      minimalP99: percentile(minimal.each, 0.99),
    })
  }
  await close()
  await Promise.all([server.helper.stop(), limit.stop()])
  return report(rounds, await verified(ctx))
}

async function openProduct(ctx: BenchContext, partnerId: number): Promise<string> {
  return withApp(ctx, async (app) => {
    const input = {
      name: 'Busy card',
      prefix: '53212345',
      currencies: ['EUR' as const],
      virtual: true,
      physical: false,
    }
    const by = { actor: 'bench', fromWhere: 'command line' }
    return (await addProduct(app, { by, partnerId: partnerId as Parameters<typeof addProduct>[1]['partnerId'], input }))
      .id
  })
}

/** What each customer sends, after the account is open. */
async function openCustomers(ctx: BenchContext, post: Post, server: Headers): Promise<Headers[]> {
  return withApp(ctx, async (app) => {
    const one = async (_: unknown, index: number): Promise<Headers> => {
      const { customerId } = await post('/auth/register/partner', server, { email: `customer-${index}@example.com` })
      await approveKyc({ app }, customerId!)
      const { accessToken } = await post('/auth/login/partner', server, { customerId })
      const headers = { authorization: `Bearer ${accessToken}` }
      await post('/accounts', headers, { currency: 'EUR' })
      return headers
    }
    return Promise.all(Array.from({ length: 4 * clients }, one))
  })
}

async function withApp<T>(
  ctx: BenchContext,
  work: (app: Awaited<ReturnType<typeof openApp>>) => Promise<T>,
): Promise<T> {
  const app = await openApp({
    config: readConfig({ ...serverEnv(ctx, 'api'), FLORIN_DATABASE_CONNECTIONS: '4' }),
    log: openLog({ level: 'error', to: process.stderr }),
    databaseUrl: ctx.databaseUrl,
    publicUrl: 'http://127.0.0.1',
  })
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

function report(rounds: readonly Round[], books: string): Found {
  const of = (name: keyof Round) => median(rounds.map((round) => round[name]))
  const share = percent(median(rounds.map(({ perSecond, minimal }) => perSecond / minimal)))
  return {
    inShort: [
      `${rounded(of('perSecond'))} cards issued a second, p50 ${rounded(of('p50'))} ms and p99 ${rounded(of('p99'))} ms: ${share} of the smallest durable statement (${rounded(of('minimal'))})`,
    ],
    text: [
      `${clients} clients, ${4 * clients} customers. A card is a number in the vault of the issuer, and one commit of the card, its history and its webhooks. The limit is one durable statement of the bare driver: the next place of a range, a card, its history and an event. Medians of rounds that took turns.`,
      table(
        ['', 'a second', 'p50', 'p99'],
        [
          ['cards issued', rounded(of('perSecond')), `${rounded(of('p50'))} ms`, `${rounded(of('p99'))} ms`],
          [
            'smallest statement',
            rounded(of('minimal')),
            `${rounded(of('minimalP50'))} ms`,
            `${rounded(of('minimalP99'))} ms`,
          ],
        ],
      ),
      books,
    ].join('\n\n'),
  }
}
