/** The audit of money to merchants: derives again what can be derived, with no code of what it checks. */
export { checks, payoutCause, reserveCause } from './checks.ts'
export { sealed } from './sealed.ts'
