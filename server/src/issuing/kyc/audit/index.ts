/** The audit of KYC: which of its facts are sealed. */
export { sealed } from './sealed.ts'
