/** Holders: the customers of partners, how they register and log in, and their sessions. */
import './events.ts'

import './tables.ts'

export { boundTables } from './bound.ts'
export type { HoldersContext } from './context.ts'
export { deleteOldHolderEmails, deleteOldLogins, deleteOldRefreshTokens, deleteParkedContent } from './delete-old.ts'
export { holderEmailDelivery } from './emails/email-delivery.ts'
export { emailOfCardTesting } from './emails/email-of-card.ts'
export {
  type HolderEmailId,
  listParkedEmails,
  parkedEmailsOnPage,
  parkedHolderEmails,
  resendParkedEmail,
} from './emails/parked.ts'
export { endOlderSessions } from './end-older-sessions.ts'
export { holderKind } from './erased-holder.ts'
export { holderIdsNamed } from './find-erasable.ts'
export { type Holder, type HolderStatus, holderOwner, type SessionId } from './holder.ts'
export { countedLogins, holderMetrics } from './metrics.ts'
export { personal as personalOfHolders } from './personal.ts'
export { authRoutes } from './routes.ts'
export { customerSearch } from './search-customers.ts'
export { sessionsEndedSince } from './session-store.ts'
export { holderOfToken } from './sessions.ts'
export { holderStaffRoutes } from './staff-routes.ts'
export { contactOf, findHolderPartner, holderLock, partnerOfHolder, walletsOf } from './store.ts'
