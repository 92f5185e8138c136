import { requireRecentProof, type StaffCaller, type StaffRoute } from '#core/access'
import type { Clock } from '#kernel/base/clock.ts'
import { isPermitted } from '#kernel/http/route.ts'
import { refuse as refuseCaller } from '../bare-json/refusals.ts'
import { refuse } from './refusals.ts'

/** What of a route decides who may call it. */
export type Called = Pick<StaffRoute, 'method' | 'path' | 'caller' | 'permission' | 'needsRecentProof'>

/** Who the caller is, and the caller's own sessions: no more is there for a session that lacks its second factor. */
const isAboutOneself = ({ caller, path }: Called): boolean => caller === 'staffToken' && /^\/me(?:\/|$)/.test(path)

/** Refuses a person who may not call this route now. What belongs to whom is up to the route. */
export function requireAllowed(caller: StaffCaller, route: Called, clock: Clock): void {
  const { permissions, staff, via } = caller
  if (route.caller === 'operator' && staff.scope.kind !== 'platform')
    throw refuse('operator_only', { kind: staff.scope.kind })
  const { permission } = route
  if (permission && !isPermitted(permissions, permission)) throw refuseCaller('permission_missing', { permission })
  if (via.kind === 'session' && via.lacksSecondFactor && !isAboutOneself(route)) throw refuse('second_factor_required')
  if (route.needsRecentProof) requireRecentProof(caller, clock)
}
