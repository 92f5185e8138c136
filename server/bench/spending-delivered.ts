import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import type { App } from '../src/app/compose.ts'
import type { BenchContext } from './context.ts'
import { openPartner } from './partner-client.ts'
import { type Helper, startHelper } from './processes.ts'
import { clients, decideAt, type Places, spendingEnv } from './spending.ts'
import { openCards } from './spending-cards.ts'
import { type Durations, openServer } from './throughput.ts'

/**
 * Decisions and deliveries a second, of the same time; what was left to deliver when it ended, how long it was waited for,
 * and what was left even then.
 */
type WhileDelivering = {
  decided: number
  p50: number
  p99: number
  delivered: number
  behind: number
  restSeconds: number
  undelivered: number
}
export type Delivered = Record<'json' | 'iso', WhileDelivering>

type Parts = { app: App; network: Helper; timing: Durations & { clients: number } }

/** One server decides and delivers the webhook of each transaction, to a receiver in a process of its own. */
export async function measureDelivered(ctx: BenchContext, { app, network, timing }: Parts): Promise<Delivered> {
  const receiver = await startHelper('./receiver-process.ts')
  const { url: webhookUrl } = await receiver.ask<Received>('where')
  const partner = await openPartner(ctx, webhookUrl)
  const server = await openServer(ctx, { roles: 'api,worker', env: spendingEnv })
  const cards = await openCards({ app, url: server.url, partner, prefix: '53212346' }, 16)
  const pool = new Pool(server.url, { connections: clients, pipelining: 1 })
  const places: Places = { app, pool, network: { process: network, port: await server.helper.ask<number>('iso8583') } }
  await restDelivered(ctx)
  const measureOne = async (way: 'json' | 'iso'): Promise<WhileDelivering> => {
    const before = (await receiver.ask<Received>('what')).received
    const began = performance.now()
    const { perSecond, p50, p99 } = await decideAt[way](places, cards, timing)
    const seconds = (performance.now() - began) / 1000
    const received = (await receiver.ask<Received>('what')).received - before
    const behind = await dueOf(ctx)
    const ended = performance.now()
    const undelivered = await restDelivered(ctx)
    const restSeconds = (performance.now() - ended) / 1000
    return { decided: perSecond, p50, p99, delivered: received / seconds, behind, restSeconds, undelivered }
  }
  const delivered = { json: await measureOne('json'), iso: await measureOne('iso') }
  await pool.close()
  await Promise.all([server.helper.stop(), receiver.stop()])
  return delivered
}

type Received = { url: string; received: number }

const dueOf = async ({ query }: BenchContext): Promise<number> =>
  Number((await query('select count(*) as due from webhooks.events where due_at is not null'))[0]!.due)

/** Waits until nothing is due any more, as long as that may take; returns how much is then. */
async function restDelivered(ctx: BenchContext): Promise<number> {
  const deadline = performance.now() + restMsMax
  for (;;) {
    const due = await dueOf(ctx)
    if (due === 0 || performance.now() > deadline) return due
    await pause(lookEveryMs)
  }
}
/** Longer than the three attempts of a webhook take. */
const restMsMax = 20_000
const lookEveryMs = 100
