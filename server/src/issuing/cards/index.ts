/** Cards: issued to holders on an account, from pending to closed. Their numbers are in the issuer's vault. */
import './events.ts'

export { boundTables } from './bound.ts'
export { giveUpRun } from './bureau/give-up-run.ts'
export { type KeptFile, personaliseCards } from './bureau/personalise-cards.ts'
export { openRuns, type RunId } from './bureau/run-store.ts'
export type { Card } from './card.ts'
export { cardStates } from './card-states.ts'
export { isPinBlocked, rightPinWrites, wrongPinWrites } from './change-pin.ts'
export { resumeCard, suspendCard } from './change-status.ts'
export type { CardsContext } from './context.ts'
export type { Controls } from './controls.ts'
export { cardMetrics, countedCards } from './metrics.ts'
export { cardPageRoutes } from './page-routes.ts'
export { deleteOldPageTokens } from './page-token.ts'
export { personal as personalOfCards } from './personal.ts'
export { rewrapDeliveries } from './rewrap-deliveries.ts'
export { cardRoutes } from './routes.ts'
export { cardSearch } from './search-cards.ts'
export { cardStaffRoutes } from './staff-routes.ts'
export {
  cardById,
  cardVersions,
  earlierCardsOf,
  findInItsPlace,
  openCardsOf,
  reasonOfReissue,
  successorsOf,
} from './store.ts'
export { resumeCardsOf, suspendCardsOf } from './suspend-cards.ts'
export { sweepUnissued } from './sweep-unissued.ts'
