/** The audit of screening: which of its facts are sealed, and what must agree. */

export { checkPeople, checks } from './checks.ts'
export { sealed } from './sealed.ts'
