/** The audit of access: which of its facts are sealed. */
export { sealed } from './sealed.ts'
