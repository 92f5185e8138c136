/** Payouts: money sent to a customer's card, out of what the platform owes the merchant. They are never reversed. */
export { inquireAboutPayout } from './inquire-about-payout.ts'
export { payoutJobs } from './jobs.ts'
export { recordPayoutIntent, sendPayout } from './pay-out.ts'
export { payoutStates } from './payout-states.ts'
export { applyPayoutResult } from './resolve-payout.ts'
export { resolvePayoutManually } from './resolve-payout-manually.ts'
