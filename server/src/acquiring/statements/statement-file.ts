import type { FileReply } from '#kernel/http/json-route.ts'
import type { Statement } from './statement.ts'
import { statementPdf } from './statement-pdf.ts'
import { statementCsv, statementJson } from './wire.ts'

export const statementFormats = ['json', 'csv', 'pdf'] as const
export type StatementFormat = (typeof statementFormats)[number]

export const statementTypes = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  pdf: 'application/pdf',
} as const satisfies Record<StatementFormat, string>

/** A statement in one of its forms; the one for people names the merchant. */
export const statementFile = (statement: Statement, format: StatementFormat, merchantName: string): FileReply => ({
  type: statementTypes[format],
  fileName: format === 'json' ? undefined : nameOf(statement, format),
  parts:
    format === 'pdf'
      ? statementPdf(statement, merchantName)
      : format === 'csv'
        ? statementCsv(statement)
        : statementJson(statement),
})

const nameOf = ({ merchantId, currency, period }: Statement, format: StatementFormat): string =>
  `statement-${merchantId}-${currency}-${period.from}-${period.to}-${period.timeZone.replaceAll('/', '-')}.${format}`
