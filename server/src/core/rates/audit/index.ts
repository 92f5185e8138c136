/** The audit of rates: they are sealed, and derived from nothing. */
export { sealed } from './sealed.ts'
