/** Accounts: what holders own, one open account for each currency. Balances are sums of the ledger. */
import './events.ts'

export { type Account, type Funds, ledgerAccountOf, owedAccountOf } from './account.ts'
export { boundTables } from './bound.ts'
export type { AccountsContext } from './context.ts'
export { keepOpen } from './open-account.ts'
export { personal as personalOfAccounts } from './personal.ts'
export { accountRoutes } from './routes.ts'
export { accountStaffRoutes } from './staff-routes.ts'
export { openStatement } from './statements/statement.ts'
export { type StatementFormat, statementFile, statementFormats } from './statements/statement-file.ts'
export { accountLock, accountLocks, accountsOf, findAccountById, findOpenAccount, fundsOf } from './store.ts'
