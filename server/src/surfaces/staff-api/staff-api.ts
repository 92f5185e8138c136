import type { FastifyPluginAsync } from 'fastify'
import type { StaffCaller, StaffCallers, StaffRoute } from '#core/access'
import { addressKey } from '#kernel/http/rate-limit.ts'
import { isPermitted } from '#kernel/http/route.ts'
import type { App } from '../../app/compose.ts'
import { type BareJson, mountBareJson } from '../bare-json/bare-json.ts'
import { type Asking, bearerOf } from '../bare-json/headers.ts'
import { refuse as refuseCaller } from '../bare-json/refusals.ts'
import { countAgainst, countCall } from '../rate-limits.ts'
import { refuse } from './refusals.ts'
import { staffRoutes } from './routes.ts'

/** The interface of the staff: what the command line does, for programs and for the dashboard. */
export const staffApi =
  (app: App): FastifyPluginAsync =>
  async (http) =>
    mountBareJson<StaffCallers>(http, app, {
      root: '/staff/v1',
      routes: staffRoutes(app),
      recognize: (route, request) => recognize(app, route, request),
      ownerOf: ({ staff }) => ({ kind: 'staff', id: String(staff.id) }),
      loggedAs: ({ staff }) => ({ kind: 'staff', id: String(staff.id) }),
      document,
    })

/** The person whose token is sent, when the person may call this route. What belongs to whom is up to the route. */
async function recognize(app: App, route: StaffRoute, request: Asking): Promise<StaffCaller> {
  const { limiter } = app
  const { ip } = request
  await countAgainst(limiter, 'staff_by_address', addressKey(ip))
  const caller = await app.staff.ofToken(bearerOf(request, 'the API token of a member of staff'))
  if (!caller) {
    await countCall(limiter, 'wrong_api_keys', { ip, params: {} })
    throw refuse('invalid_staff_token')
  }
  const { permissions, staff, tokenId } = caller
  await countAgainst(limiter, 'staff_by_token', String(tokenId))
  if (route.caller === 'operator' && staff.scope.kind !== 'platform')
    throw refuse('operator_only', { kind: staff.scope.kind })
  const { permission } = route
  if (permission && !isPermitted(permissions, permission)) throw refuseCaller('permission_missing', { permission })
  return caller
}

const document: BareJson<StaffCallers>['document'] = {
  title: 'Florin staff interface',
  description:
    'What people who work here do, for their programs. Bodies and replies are JSON; an error is code and message, with a stable reason. Every body that changes something says why, in `reason`.',
  securitySchemes: { StaffToken: { type: 'http', scheme: 'bearer' } },
  schemeOf: { staff: 'StaffToken', operator: 'StaffToken', staffToken: 'StaffToken' },
}
