/** The audit of the directory: which of its facts are sealed. */
export { sealed } from './sealed.ts'
