/**
 * What happened to the money of a merchant in a period: statements of its balance, from the books alone, and settlement
 * reports of its transactions.
 */
export { currencyOf } from './currency-of.ts'
export { merchantNameOf } from './merchant-name.ts'
export { openSettlementReport } from './settlement/report.ts'
export { reportFile } from './settlement/report-file.ts'
export { statementStaffRoutes } from './staff-routes.ts'
export { openStatement } from './statement.ts'
export { type StatementFormat, statementFile, statementFormats } from './statement-file.ts'
