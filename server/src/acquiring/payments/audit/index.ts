/**
 * The audit of payments: derives again what can be derived, with no code of what it checks but the tables of states.
 */
export { checkHours } from './check-hours.ts'
export { checkPayments, earningsCause, paymentCause } from './check-payments.ts'
export type { KindRules } from './payment-record.ts'
export { sealed } from './sealed.ts'
