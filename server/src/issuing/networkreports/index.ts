/** Network reports: what card networks say they have settled with us, compared with what was booked, day by day. */
import './tables.ts'

export { bookedBetween } from './booked.ts'
export { type ComparedDay, compareReport } from './compare-report.ts'
export { matchDay } from './match-day.ts'
export { recordReport } from './record-report.ts'
export { type Break, movements, type Report, settlementOf } from './report.ts'
export { reportColumns } from './report-row.ts'
export { settleDay } from './settle-day.ts'
export { networkReportRoutes } from './staff-routes.ts'
export { findReport, listReports } from './store.ts'
