/** The audit of reconciliation: derives again what can be derived, with no code of what it checks. */
export { breakCause, checks, reportCause } from './checks.ts'
export { sealed } from './sealed.ts'
