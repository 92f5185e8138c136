/**
 * Routing: which connector a payment is sent to. The operator keeps rules by site, currency, brand and BIN; the rules that
 * fit a payment, in their order, and then the installation's default make the order in which connectors are tried. A
 * connector that is paused gets nothing new.
 */

export { boundTables } from './bound.ts'
export { openRouting, type Routing, type RuleInput } from './open-routing.ts'
export type { Pause } from './pauses.ts'
export { type Facts, type NewRule, type Rule, type RuleId, route } from './route.ts'
export { routingStaffRoutes } from './staff-routes.ts'
export { tryRouting } from './try-routing.ts'
