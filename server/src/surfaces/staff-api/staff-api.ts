import type { FastifyPluginAsync } from 'fastify'
import type { StaffCaller, StaffCallers } from '#core/access'
import type { Owner } from '#kernel/base/owner.ts'
import { addressKey } from '#kernel/http/rate-limit.ts'
import type { App } from '../../app/compose.ts'
import { mountBareJson } from '../bare-json/bare-json.ts'
import { type Asking, bearerOf } from '../bare-json/headers.ts'
import { dashboardPages } from '../dashboard-pages.ts'
import { countAgainst, countCall } from '../rate-limits.ts'
import { type Called, requireAllowed } from './allowed.ts'
import { staffRoot, title } from './document.ts'
import { mountStream } from './live/stream.ts'
import { checkOrigin } from './own-origin.ts'
import { mountPageFaults } from './page-faults.ts'
import { openReplicaRoutes } from './read-from-replica.ts'
import { mountReference } from './reference.ts'
import { refuse } from './refusals.ts'
import { staffRoutes } from './routes.ts'
import { mountSecondFactors } from './second-factors.ts'
import { mountSecondStep } from './second-step.ts'
import { mountSession } from './session.ts'
import { isByPerson, sessionTokenOf } from './session-cookie.ts'
import { mountSignOn } from './sign-on.ts'

/** The interface of the staff: what the command line does, for programs and for the pages of the dashboard. */
export const staffApi =
  (app: App): FastifyPluginAsync =>
  async (http) => {
    await http.register(dashboardPages)
    mountSession(http, app)
    const anyone = (request: Asking) => recognize(app, forAllStaff, request)
    mountStream(http, app, { recognize: (request) => recognize(app, { ...forAllStaff, isFollowed: true }, request) })
    mountReference(http, app, anyone)
    mountSignOn(http, app)
    mountSecondStep(http, app)
    mountSecondFactors(http, app)
    mountPageFaults(http, app)
    mountBareJson<StaffCallers>(http, app, {
      root: staffRoot,
      routes: staffRoutes(app),
      recognize: (route, request) => recognize(app, route, request),
      ownerOf,
      loggedAs: ownerOf,
      servedBy: openReplicaRoutes(http, app),
      document: title,
      knownOnly: { body: true, queryMayHave: () => [] },
    })
  }

/** Whose idempotency keys these are, and whom the log names. */
const ownerOf = ({ staff }: StaffCaller): Owner => ({ kind: 'staff', id: String(staff.id) })

/** An open page follows what changes, which is no use of its session. */
type Following = Called & { isFollowed?: true }

const forAllStaff: Called = { method: 'GET', path: '', caller: 'staffToken' }

/** The person who calls, when the person may call this route. What belongs to whom is up to the route. */
async function recognize(app: App, route: Following, request: Asking): Promise<StaffCaller> {
  const { limiter } = app
  await countAgainst(limiter, 'staff_by_address', addressKey(request.ip))
  const caller = await callerOf(app, route, request)
  await countAgainst(limiter, 'staff_by_token', `${caller.via.kind} ${caller.via.id}`)
  requireAllowed(caller, route, app.clock)
  return caller
}

/** A program sends its token with each call; a page of the dashboard has the cookie of its session. */
async function callerOf(app: App, { method, isFollowed }: Following, request: Asking): Promise<StaffCaller> {
  const session = request.headers.authorization === undefined ? sessionTokenOf(request) : undefined
  if (session !== undefined) {
    if (method !== 'GET') checkOrigin(app, request)
    const isUse = isFollowed !== true && isByPerson({ method, headers: request.headers })
    const caller = await app.staff.ofSession(session, { isUse })
    if (!caller) throw refuse('not_logged_in')
    return caller
  }
  const caller = await app.staff.ofToken(bearerOf(request, 'the API token of a member of staff'))
  if (caller) return caller
  await countCall(app.limiter, 'wrong_api_keys', { ip: request.ip, params: {} })
  throw refuse('invalid_staff_token')
}
