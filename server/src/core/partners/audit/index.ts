/** The audit of the partners: which of their facts are sealed. */
export { sealed } from './sealed.ts'
