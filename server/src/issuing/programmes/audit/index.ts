/** The audit of programmes: which of their facts are sealed. */
export { sealed } from './sealed.ts'
