/** The audit of the holders: which of their facts are sealed. */
export { sealed } from './sealed.ts'
