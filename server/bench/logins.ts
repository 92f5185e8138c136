import { setTimeout as pause } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type BenchContext, openBenchContext } from './context.ts'
import type { LimitTimed } from './limit-process.ts'
import { percent, percentile, rounded } from './numbers.ts'
import { type Headers, openPartner, openPoster, type Post } from './partner-client.ts'
import { startHelper } from './processes.ts'
import { type Found, type Manner, type Section, table } from './section.ts'
import { type Durations, measureServer, openServer, type ServerRow } from './throughput.ts'
import { verified } from './verified.ts'

/** Customers of a partner who log in, in each of the three ways, and who continue with a refresh token. */
export const loginsSection: Section = {
  title: 'Logins of customers',
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
/** Counted as in production, and never reached: all load comes from one address. */
const highLimits = ['address', 'identity', 'partner'].map((what) => `auth_by_${what}=900000000/PT1M`).join()
const byPassword = 'e-mail and password'
const [email, password] = ['busy@example.com', 'Blue-Kettle-42']

async function measure(ctx: BenchContext, { profile, durations, say }: Manner): Promise<Found> {
  const partner = await openPartner(ctx)
  const server = await openServer(ctx, { profile, roles: 'api,pages,worker', env: { FLORIN_RATE_LIMITS: highLimits } })
  const { post, close } = openPoster(server.url, clients)
  const ways = await openWays(ctx, post, partner)
  const rows: [string, ServerRow<number>][] = []
  // Before and after, for the machine does not stay as fast as it was.
  const limits = [await measureArgon(durations)]
  for (const [name, logIn] of Object.entries(ways)) {
    say(name)
    const work = async () => {
      const began = performance.now()
      await logIn()
      return performance.now() - began
    }
    rows.push([name, await measureServer(ctx, server, { clients, ...durations }, work)])
    if (name === byPassword) limits.push(await measureArgon(durations))
  }
  await close()
  await server.helper.stop()
  return report(rows, (limits[0]! + limits[1]!) / 2, await verified(ctx))
}

/** Comparisons a second by argon2id alone. */
async function measureArgon(durations: Durations): Promise<number> {
  const helper = await startHelper('./passwords-process.ts')
  const { done, seconds } = await helper.ask<LimitTimed>(durations)
  await helper.stop()
  return done / seconds
}

/** Each way to log in, of a customer who is registered for it. */
async function openWays(ctx: BenchContext, post: Post, { server, app }: { server: Headers; app: Headers }) {
  const { customerId } = await post('/auth/register/partner', server, { email: 'known@example.com' })
  const { registrationId } = await post('/auth/register/email', app, { email, password })
  await post('/auth/register/email/verify', app, { registrationId, code: await codeFrom(ctx) })
  const wallet = privateKeyToAccount(generatePrivateKey())
  const named = { email: 'wallet@example.com', walletAddress: wallet.address }
  await post('/auth/register/partner', server, named)
  const waiting: string[] = []
  return {
    [byPassword]: () => post('/auth/login/email', app, { email, password }),
    'partner key': () => post('/auth/login/partner', server, { customerId }),
    'wallet: challenge, signature of the client, login': async () => {
      const { challengeId, message } = await post('/auth/login/wallet/challenge', app, named)
      const signature = await wallet.signMessage({ message: message! })
      return post('/auth/login/wallet', app, { challengeId, signature })
    },
    refresh: async () => {
      const token = waiting.pop() ?? (await post('/auth/login/partner', server, { customerId })).refreshToken!
      const next = await post('/auth/refresh', { authorization: `Bearer ${token}` }, {})
      waiting.push(next.refreshToken!)
    },
  }
}

/** The code of the one email in the mailbox, as soon as it is there. */
async function codeFrom(ctx: BenchContext): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const [row] = await ctx.query(`select text from sandbox_mailbox.emails where recipient = '${email}'`)
    const [code] = /\b\d{6}\b/.exec(row?.text ?? '') ?? []
    if (code) return code
    await pause(100)
  }
  throw new Error('the email with the code did not arrive')
}

function report(rows: readonly [string, ServerRow<number>][], argonPerSecond: number, books: string): Found {
  const [, logins] = rows.find(([name]) => name === byPassword)!
  const share = percent(logins.perSecond / argonPerSecond)
  const cells = rows.map(([name, { perSecond, samples, processor }]) => [
    name,
    rounded(perSecond),
    `${rounded(percentile(samples, 0.5))} ms`,
    `${rounded(percentile(samples, 0.99))} ms`,
    `${rounded(processor.server)} ms`,
    `${rounded(processor.database)} ms`,
  ])
  return {
    inShort: [
      `${rounded(logins.perSecond)} logins a second by e-mail and password: ${share} of what argon2id alone leaves time for`,
    ],
    text: [
      `${clients} clients. The server and its worker in one process, with all throttles counted.`,
      table(['', 'a second', 'p50', 'p99', 'server', 'database'], cells),
      `The limit: argon2id alone, on all processors, ${rounded(argonPerSecond)} comparisons a second. It is the price of a password by design; every other way has no such cost.`,
      books,
    ].join('\n\n'),
  }
}
