/** The audit of prices: derives the rule and the fee of each capture again, with no code of what it checks. */
export { checks } from './checks.ts'
export { sealed } from './sealed.ts'
