/** Velocity limits against card testing: what typed cards are counted by, and what an attempt has to bring. */
export { abuseStaffRoutes } from './abuse-routes.ts'
export { readVelocityLimits, type VelocityLimits } from './limits.ts'
export { abuseMetrics, countedNotes } from './metrics.ts'
export { type CardAttempt, openVelocity, type Velocity } from './open-velocity.ts'
export { limitOf } from './refusals.ts'
export { openRefusedNotes } from './refused.ts'
export { limitStaffRoutes } from './staff-routes.ts'
export type { Outcome } from './store.ts'
