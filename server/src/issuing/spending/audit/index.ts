/** The audit of spending: derives again what can be derived, with no code of what it checks. */

export { spendingCause } from './check-presentments.ts'
export { checks } from './checks.ts'
export { sealed } from './sealed.ts'
