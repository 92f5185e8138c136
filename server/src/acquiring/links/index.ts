/**
 * Payment links: hosted payment pages that a merchant makes once and shares. A link is what is asked for; whoever opens
 * it gets an order and a checkout session of their own, and a place when the link may be paid so often only.
 */
import './events.ts'

export type { LinksContext } from './context.ts'
export type { LinkId } from './ids.ts'
export {
  cameOfLink,
  type Link,
  type LinkState,
  type LinkUse,
  linkOrderPrefix,
  linkPath,
  linkStateOf,
} from './link.ts'
export { planUse, reserveSlot, resolveReservation } from './reservation.ts'
export { linkRoutes } from './routes.ts'
export { findLinkUse, findSharedLink, getLink } from './store.ts'
export { type LinkShopper, requestOfLink } from './terms-request.ts'
