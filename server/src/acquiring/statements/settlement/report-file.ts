import type { FileReply } from '#kernel/http/json-route.ts'
import { type StatementFormat, statementTypes } from '../statement-file.ts'
import type { SettlementReport } from './report.ts'
import { reportPdf } from './report-pdf.ts'
import { reportCsv, reportJson } from './wire.ts'

const writers = { json: reportJson, csv: reportCsv, pdf: reportPdf } as const

/** A settlement report in one of the forms that statements have. */
export const reportFile = (report: SettlementReport, format: StatementFormat): FileReply => ({
  type: statementTypes[format],
  fileName: format === 'json' ? undefined : nameOf(report, format),
  parts: writers[format](report),
})

const nameOf = ({ merchantId, siteId, period }: SettlementReport, format: StatementFormat): string => {
  const whose = siteId === undefined ? merchantId : `${merchantId}-site-${siteId}`
  return `settlement-${whose}-${period.from}-${period.to}.${format}`
}
