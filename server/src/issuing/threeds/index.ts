/**
 * 3-D Secure of our cards: the access control server of EMV 3-D Secure 2.2. A merchant's side asks whether the payer is the
 * holder; small payments pass without a question, for others the holder confirms the amount and the merchant in the
 * partner's app. What that has come to is proved in the authorization.
 */
import './events.ts'
import './tables.ts'

export { authenticate } from './authenticate.ts'
export { boundTables } from './bound.ts'
export { challengeStates } from './challenge-states.ts'
export { checkAuthentication } from './check-authentication.ts'
export type { ThreeDsContext } from './context.ts'
export { endOpenChallenges } from './end-open-challenges.ts'
export { threeDsJobs } from './jobs.ts'
export { challengeMetrics, countedChallenges } from './metrics.ts'
export { challengePageRoutes } from './page-routes.ts'
export { threeDsRoutes } from './routes.ts'
export { threeDsStaffRoutes } from './staff-routes.ts'
export { type AnswerWaits, openAnswerWaits } from './wait-for-answer.ts'
