/** The audit of network reports: what was recorded stays as it is, and what a person has matched is what was reported. */

export { checks, networkSettlementCause } from './checks.ts'
export { sealed } from './sealed.ts'
