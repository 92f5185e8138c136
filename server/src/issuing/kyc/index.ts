/** KYC: whether we know who a holder is. */
import './events.ts'

export { type KycStatus, kycStates } from './kyc-states.ts'
export { assertApproved, findCase, kycStatusOf } from './store.ts'
export { beginCase, transitionCase } from './transition-case.ts'
