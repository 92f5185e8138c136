/** Settlement: every day at a site's cut-off, the money that moved is closed into batches, which are never changed. */
export { cutOffsAround, scheduleCutOff } from './cut-offs.ts'
export type { BatchClosed } from './events.ts'
export { settlementJobs } from './jobs.ts'
