/**
 * Payment links: hosted payment pages that a merchant makes once and shares. A shopper who
 * opens it gets an order and a checkout session of their own; a link with a limited number of uses reserves one for each
 * payment.
 */
import './events.ts'

export type { LinksContext } from './context.ts'
export { planLink } from './create-link.ts'
export { draftOf, type LinkDraft } from './draft-link.ts'
export { recoveryHash } from './hash.ts'
export type { LinkId } from './ids.ts'
export {
  type Link,
  type LinkState,
  type LinkUse,
  linkOrderPrefix,
  linkPath,
  linkStateOf,
  mayBeLinkOrder,
} from './link.ts'
export { linkInScope } from './link-in-scope.ts'
export { isOrderOfLink, ordersOfLink } from './orders-of-link.ts'
export { changedLink } from './parameters.ts'
export { personal as personalOfLinks } from './personal.ts'
export { planUse, reserveSlot, resolveReservation } from './reservation.ts'
export { linkRoutes } from './routes.ts'
export { linkSearch } from './search-links.ts'
export { linkStaffRoutes } from './staff-routes.ts'
export { linkRecord, staffLinkShape } from './staff-wire.ts'
export { findLinkById, findLinkUse, findSharedLink, getLink, namedSince } from './store.ts'
export { type LinkShopper, requestOfLink } from './terms-request.ts'
