import type { BankReport } from './bank-report.ts'
import { readBookings } from './bookings.ts'
import { readTree, UnreadableBankFile } from './iso20022.ts'
import { readStatusReport } from './status-report.ts'

/**
 * Reads what has become of transfers out of a status report (`pain.002`) or a statement or notification of an account
 * (`camt.053`, `camt.054`) of any version. A status that is not final, and whatever is about other things than our
 * transfers, is left out. Throws `UnreadableBankFile`.
 */
export function readBankFile(xml: string): BankReport {
  const root = readTree(xml)
  const [message] = root.children
  if (root.name !== 'Document' || !message) throw new UnreadableBankFile('its root is no Document of ISO 20022')
  if (message.name === 'CstmrPmtStsRpt') return readStatusReport(message)
  if (message.name === 'BkToCstmrStmt' || message.name === 'BkToCstmrDbtCdtNtfctn')
    return { transfers: readBookings(message), rejectedFiles: [] }
  throw new UnreadableBankFile(`it has ${message.name.slice(0, 50)}`)
}
