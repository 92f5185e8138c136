import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { StaffRoute } from '#core/access'
import { Refusal } from '#kernel/base/refusal.ts'
import type { App } from '../../app/compose.ts'
import { staffRoutes } from './routes.ts'
import { cookieOf, cookieText, isByPerson, sessionTokenOf } from './session-cookie.ts'

/** Says that this browser has changed something a moment ago, so that what it reads is as new as that. */
const changedCookie = 'florin_changed'
/** Much longer than a replica may be behind. */
const pinnedFor = Temporal.Duration.from({ seconds: 15 })

/** Reads that may be a moment old. What people may do, and what waits for them, is always read from the primary. */
const mayBeOld = /^(?:list|export|find|estimateExport$|search$|get(?:Trial|AccountStatement|Statement|MerchantFigures))/
export const neverOld: ReadonlySet<string> = new Set([
  'exportStaff',
  'listApprovals',
  'listExportTasks',
  'listMySessions',
  'listProductKeys',
  'listSavedViews',
  'listSiteKeys',
  'listStaff',
  'listStaffTokens',
])

/**
 * Which route serves a request: the one that reads from the replica, for lists and files that a person asks for who has
 * changed nothing just now, while the replica is not behind. Pages that read again because something has changed, and
 * programs, which may act on what they read, read from the primary; so does everything when the replica fails.
 */
export function openReplicaRoutes(http: FastifyInstance, app: App) {
  const { readReplica } = app
  if (!readReplica) return undefined
  http.addHook('onSend', async (request, reply) => {
    if (request.method === 'GET' || !sessionTokenOf(request)) return
    const isSecure = app.publicUrl.startsWith('https:')
    reply.header('set-cookie', cookieText([changedCookie, '1'], { path: '/staff', isSecure, lifetime: pinnedFor }))
  })
  const others = new Map(staffRoutes({ ...app, db: readReplica.db }).map((route) => [route.operationId, route]))
  return (route: StaffRoute, request: FastifyRequest): StaffRoute => {
    const other = isForReplica(route, request) && readReplica.isFresh() ? others.get(route.operationId) : undefined
    if (!other) return route
    const run: StaffRoute['run'] = async (call) => {
      try {
        return await other.run(call)
      } catch (error) {
        if (error instanceof Refusal) throw error
        readReplica.distrust()
        app.log.warn({ err: error, operation: route.operationId }, 'the replica failed; the primary is read')
        return route.run(call)
      }
    }
    return { ...route, run }
  }
}

const isForReplica = ({ method, operationId }: StaffRoute, request: FastifyRequest): boolean =>
  method === 'GET' &&
  mayBeOld.test(operationId) &&
  !neverOld.has(operationId) &&
  sessionTokenOf(request) !== undefined &&
  isByPerson(request) &&
  cookieOf(request, changedCookie) === undefined
