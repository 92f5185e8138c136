/** The connector for payments with the cards that this installation issues. */
import './tables.ts'

export { planCardUpdate, retryCardUpdate } from './card-updates.ts'
export { type Issuer, resultsPath, type StoredCards } from './context.ts'
export { planDisputeDecided, planDisputeOpened } from './disputes.ts'
export { openOnUs } from './on-us-acquirer.ts'
export { listCardUpdates, updateStatuses } from './store.ts'
