/** The audit of accounts: which of their facts are sealed. */
export { sealed } from './sealed.ts'
