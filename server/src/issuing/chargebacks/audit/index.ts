/** The audit of disputes about payments with issued cards: derives again what can be derived, with no code of what it checks. */

export { checks, disputeCause } from './checks.ts'
export { sealed } from './sealed.ts'
