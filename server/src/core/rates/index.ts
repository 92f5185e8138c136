/**
 * Exchange rates: what was read from a source or set by a person, kept for good, so that a decision reads them from the
 * database and can be explained later. What other modules may use is exported here.
 */

export { boundTables } from './bound.ts'
export type { RatesAge, RatesContext } from './context.ts'
export { fetchRates } from './fetch-rates.ts'
export { openRates, type Rates } from './open-rates.ts'
export { convert, type Rate, rateText } from './rate.ts'
export { setRate } from './set-rate.ts'
export { newestRates, ratedAssets } from './store.ts'
