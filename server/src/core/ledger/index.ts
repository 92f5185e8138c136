/**
 * The books: double entry, append only. A balance is a sum of lines, never a stored number. Other modules do not write
 * here; they add the writes of `post` and of the holds to their own commits.
 */
export { accounts, isGuarded, owedAccounts } from './accounts.ts'
export { checkpointAccounts } from './checkpoint-accounts.ts'
export { closeDays } from './close-days.ts'
export type { Shares } from './earning.ts'
export { entriesAbout } from './entries-about.ts'
export { isFinal } from './final.ts'
export { guardBalance, guardedBalanceOf, guardedBalancesOf, openGuardedBalance } from './guarded-balances.ts'
export { type BookedEntry, creditedBy, firstBookedAt, type History, historyOf } from './history.ts'
export { holdStates } from './hold-states.ts'
export { heldOf, heldOnEach, hold, postHold, voidHold } from './holds.ts'
export { type JournalEntry, journalAfter } from './journal.ts'
export type { Line } from './line.ts'
export { countedEntries, ledgerMetrics, readImbalance } from './metrics.ts'
export { entriesOf, linesOf, type Posting, post, postTogether } from './post.ts'
export { type RecipeName, type Recipes, recipes } from './recipes.ts'
export { booksStaffRoutes } from './staff-routes.ts'
export { type Balance, balances, bookedReferences, lastReference } from './store.ts'
