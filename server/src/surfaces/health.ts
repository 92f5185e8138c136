import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app/compose.ts'

/** Whether this process is about to end. */
export type Lifecycle = { isStopping: boolean }

/**
 * The checks of load balancers and orchestrators, the same on every process: `/health` says that the process lives,
 * `/ready` whether it should be sent requests. A process that is stopping first replies 503 on `/ready` and continues
 * serving for a while, and requests clients to close their connections, so no request meets a closed port.
 */
export function healthChecks(http: FastifyInstance, { db }: App, lifecycle: Lifecycle): void {
  http.addHook('onSend', (_request, reply, payload, done) => {
    if (lifecycle.isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
  http.get('/health', open, async () => ({ status: 'alive' }))
  http.get('/ready', open, async (_request, reply) => {
    const problem = lifecycle.isStopping ? 'this process is stopping' : await databaseProblem(db)
    return reply.status(problem ? 503 : 200).send({ status: problem ?? 'ready' })
  })
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
