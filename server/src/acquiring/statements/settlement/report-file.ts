import type { FileReply } from '#kernel/http/json-route.ts'
import { type StatementFormat, statementTypes } from '../statement-file.ts'
import type { SettlementReport } from './report.ts'
import { reportPdf } from './report-pdf.ts'
import { reportCsv, reportJson } from './wire.ts'

/** A settlement report in one of the forms that statements have; the one for people names the merchant. */
export const reportFile = (report: SettlementReport, format: StatementFormat, merchantName: string): FileReply => ({
  type: statementTypes[format],
  fileName: format === 'json' ? undefined : nameOf(report, format),
  parts: format === 'pdf' ? reportPdf(report, merchantName) : format === 'csv' ? reportCsv(report) : reportJson(report),
})

const nameOf = ({ merchantId, siteId, currency, period }: SettlementReport, format: StatementFormat): string => {
  const whose = siteId === undefined ? merchantId : `${merchantId}-site-${siteId}`
  const inCurrency = currency === undefined ? whose : `${whose}-${currency}`
  return `settlement-${inCurrency}-${period.from}-${period.to}.${format}`
}
