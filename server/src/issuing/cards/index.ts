/** Cards: issued to holders on an account, from pending to closed. Their numbers are in the issuer's vault. */
import './events.ts'

export { personaliseCards } from './bureau/personalise-cards.ts'
export { cardStates } from './card-states.ts'
export { resumeCard, suspendCard } from './change-status.ts'
export type { CardsContext } from './context.ts'
export { cardPageRoutes } from './page-routes.ts'
export { deleteOldPageTokens } from './page-token.ts'
export { rewrapDeliveries } from './rewrap-deliveries.ts'
export { cardRoutes } from './routes.ts'
export { cardStaffRoutes } from './staff-routes.ts'
export { openCardsOf } from './store.ts'
export { sweepUnissued } from './sweep-unissued.ts'
