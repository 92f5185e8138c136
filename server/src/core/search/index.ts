/**
 * Search: one text finds things of every kind. This module reads what the text may mean and asks each module's own
 * `SearchSource`; how a module finds its things, and by which indexes, it knows alone.
 */
export { type Hit, type SearchSource, type Seen, searchKinds } from './hit.ts'
export { partnerSearch } from './search-partners.ts'
export { searchRoute } from './search-route.ts'
export type { Sought } from './sought.ts'
