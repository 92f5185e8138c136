/** KYC: whether we know who a holder is. */
import './events.ts'

export type { KycContext } from './context.ts'
export { kycJobs } from './jobs.ts'
export { type KycStatus, kycStates } from './kyc-states.ts'
export { kycRoutes } from './routes.ts'
export { rewrapSubmissions } from './steps/rewrap-submissions.ts'
export { assertApproved, findCase, keepCorrectable, kycStatusOf } from './store.ts'
export { beginCase, transitionCase } from './transition-case.ts'
