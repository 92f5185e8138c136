import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../app/compose.ts'
import { isHeldIn } from '../app/hold/open-hold.ts'
import { rememberLateWork } from '../app/late-work.ts'
import { isSeenQuery, type SeenRequest, seenPath } from '../app/seen-address.ts'
import { florinVersion } from '../app/version.ts'

export type Lifecycle = {
  /** Whether this process is about to end. */
  isStopping: boolean
  /** What is wrong with a database that this process starts and watches itself. */
  databaseTrouble?(): string | undefined
}

/**
 * The checks of load balancers and orchestrators, the same on every process: `/health` says that the process lives, and
 * its embedded database with it, if it has one; `/ready` whether it should be sent requests. Background work that is late
 * is named there and stops no shopper. A process that is stopping first replies 503 on `/ready` and goes on serving for a while, and asks clients to close their connections, so no
 * request meets a closed port.
 */
export function healthChecks(http: FastifyInstance, app: App, lifecycle: Lifecycle): void {
  const { db } = app
  const lateWork = rememberLateWork(app)
  http.addHook('onSend', (_request, reply, payload, done) => {
    if (lifecycle.isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
  http.get('/health', open, async (_request, reply) => {
    const trouble = lifecycle.databaseTrouble?.()
    return reply.status(trouble ? 503 : 200).send({ status: trouble ?? 'alive' })
  })
  http.get('/ready', open, async (_request, reply) => {
    const stopping = lifecycle.isStopping ? 'this process is stopping' : undefined
    const trouble = stopping ?? lifecycle.databaseTrouble?.() ?? (await databaseProblem(db))
    if (trouble) return reply.status(503).send({ status: trouble })
    const late = (await lateWork()).map(({ work, seconds }) => ({ work, seconds: Math.floor(seconds) }))
    const held = (await isHeldIn(db)) && { held: 'florin resume' }
    return reply.send({ status: 'ready', ...(late.length > 0 && { late }), ...held })
  })
  http.get(seenPath, open, async (request, reply) => {
    if (!isSeenQuery(app.keys, request.query, app.clock.wall())) return reply.status(404).send({ status: 'not found' })
    return reply.header('cache-control', 'no-store').send(seenBy(app, request))
  })
}

/** What `florin doctor` compares with the configuration. */
function seenBy({ config }: App, { ip, protocol, host, socket, headers }: FastifyRequest): SeenRequest {
  const peer = socket.remoteAddress ?? ''
  return {
    address: ip,
    scheme: protocol,
    host,
    peer,
    isPeerTrusted: config.proxies.includes(peer),
    isForwarded: headers['x-forwarded-for'] !== undefined,
    version: florinVersion,
  }
}

const open = { config: { access: { caller: 'public' } as const } }

async function databaseProblem(db: App['db']): Promise<string | undefined> {
  const problem = 'the database does not respond'
  const query = db.run('select 1 as one', []).then(
    () => undefined,
    () => problem,
  )
  return Promise.race([query, pause(replyTimeoutMs, problem, { ref: false })])
}
/** Shorter than the time after which a load balancer gives up. */
const replyTimeoutMs = 2_000
