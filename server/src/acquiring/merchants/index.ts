/**
 * Merchants: what is known of them, how they are closed and opened again, and the keys of their sites. A merchant that
 * closes takes no new payments; what runs is ended, and it is closed when nothing is left of its money.
 */
export { closeMerchant, reopenMerchant } from './close-merchant.ts'
export { merchantJobs } from './jobs.ts'
export { merchantSearch, siteSearch } from './search-merchants.ts'
export type { WholeMerchant } from './shapes.ts'
export { merchantRecord, requireMerchant, showMerchant } from './show-merchant.ts'
export { siteKeyRecord } from './site-key-routes.ts'
export { merchantStaffRoutes } from './staff-routes.ts'
