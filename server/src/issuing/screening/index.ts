/**
 * Screening: whether a customer is on a sanctions list. Lists are loaded whole as numbered versions; every customer is
 * compared with them, again whenever they change; people decide what a likeness of names means.
 */
import './events.ts'
import './tables.ts'

export type { ScreeningContext } from './context.ts'
export { decideHit, readHitDecision } from './decide-hit.ts'
export type { Hit } from './hit.ts'
export { type HitStatus, hitStates } from './hit-states.ts'
export type { HitId } from './ids.ts'
export { screeningJobs } from './jobs.ts'
export { isListedWallet, listedWalletSince } from './listed-wallet.ts'
export { BadRows, loadList, readListName } from './load-list.ts'
export type { PersonFacts } from './matching/match-person.ts'
export { countedMatches, readNotCompared, screeningMetrics } from './metrics.ts'
export { openLists } from './open-lists.ts'
export { forgetFacts, personalOf as personalOfScreening } from './personal.ts'
export { rescreen } from './rescreen.ts'
export { rewrapFacts } from './rewrap-facts.ts'
export { screeningStaffRoutes } from './routes.ts'
export { screenPerson } from './screen-person.ts'
export { openScreener, type Screener, type ScreeningSettings } from './screener.ts'
export { keepScreened, openHitsOf, type ScreeningState, screeningOf } from './screening-state.ts'
export { type HitFile, showHit } from './show-hit.ts'
export { countPeople, currentLists, pageOfHits, pageOfRuns, pageOfVersions } from './store.ts'
