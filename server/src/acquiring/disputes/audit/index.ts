/**
 * The audit of disputes: derives again what can be derived, with no code of what it checks but the tables of states.
 */
export { checkDisputes } from './check-disputes.ts'
export { checkEvidence } from './check-evidence.ts'
export { disputeKinds } from './dispute-kinds.ts'
export { sealed } from './sealed.ts'
