/** The audit of deposits: which of their facts are sealed, and what must agree. */

export { checks } from './checks.ts'
export { sealed } from './sealed.ts'
