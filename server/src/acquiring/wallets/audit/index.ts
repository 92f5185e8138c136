/** The audit of wallets: which of their facts are sealed. */
export { sealed } from './sealed.ts'
