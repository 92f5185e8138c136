/** The audit of merchants: those that close are looked at, and their status is what the audit says. */
export { checks } from './checks.ts'
