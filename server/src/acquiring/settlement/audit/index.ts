/** The audit of settlement: derives again what can be derived, with no code of what it checks. */
export { batchCause, checkBatches } from './check-batches.ts'
export { sealed } from './sealed.ts'
