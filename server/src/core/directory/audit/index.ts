/** The audit of the directory: whether its keys open, and which of its facts are sealed. */
export { checkSiteKeys } from './check-keys.ts'
export { sealed } from './sealed.ts'
