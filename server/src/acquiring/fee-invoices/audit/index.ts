/** Derives again what can be derived, with no code of what it checks. */
export { checks } from './checks.ts'
export { sealed } from './sealed.ts'
