/** The audit of cards: which of their facts are sealed, and what must agree. */

export { checkIssuedNumbers } from './check-issued-numbers.ts'
export { checks } from './checks.ts'
export { sealed } from './sealed.ts'
