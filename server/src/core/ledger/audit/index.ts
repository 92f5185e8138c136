/**
 * The audit of the ledger: derives again what can be derived, with no code of what it checks but accounts and recipes.
 */
export { type BookedEntry, type CalledFor, compareEntries, entriesOf } from './booked-entries.ts'
export { checkAccounts } from './check-accounts.ts'
export { type BookedRows, checkBookedRows } from './check-booked-rows.ts'
export { checkEntries, type EntryCause } from './check-entries.ts'
export { sealed } from './sealed.ts'
