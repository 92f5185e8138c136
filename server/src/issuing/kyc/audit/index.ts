/** The audit of KYC: which of its facts are sealed, and what must agree. */
export { checkSubmissions } from './check-submissions.ts'
export { checks } from './checks.ts'
export { sealed } from './sealed.ts'
