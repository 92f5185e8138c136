import sax from 'sax'

/** What a file of the bank says of a transfer. */
export type ReportedTransfer = {
  endToEndId: string
  status: 'paid' | 'rejected' | 'returned'
  /** The bank's code and words; empty when it has none. */
  reason: string
  reference: string | undefined
}

export class UnreadableBankFile extends Error {
  override readonly name = 'UnreadableBankFile'
}

/**
 * Reads what has become of transfers out of a status report (`pain.002`) or a statement or notification of an account
 * (`camt.053`, `camt.054`) of any version. A status that is not final, and whatever is about other things than our
 * transfers, is left out. A document type is refused: what it declares could grow without bounds.
 */
export function readBankFile(xml: string): ReportedTransfer[] {
  const root = readTree(xml)
  const [message] = root.children
  if (root.name !== 'Document' || !message) throw new UnreadableBankFile('its root is no Document of ISO 20022')
  if (message.name === 'CstmrPmtStsRpt') return statusReport(message)
  if (message.name === 'BkToCstmrStmt' || message.name === 'BkToCstmrDbtCdtNtfctn') return entriesOf(message)
  throw new UnreadableBankFile(`it has ${message.name.slice(0, 50)}`)
}

type Element = { name: string; text: string; children: Element[] }

/** A whole group or file that was rejected names no transfers: their end-to-end ids are those of the file. */
function statusReport(message: Element): ReportedTransfer[] {
  return all(message, 'TxInfAndSts').flatMap((transfer): ReportedTransfer[] => {
    const endToEndId = textAt(transfer, 'OrgnlEndToEndId')
    const status = finalStatus[textAt(transfer, 'TxSts') ?? '']
    if (endToEndId === undefined || status === undefined) return []
    return [{ endToEndId, status, reason: reasonOf(transfer, 'StsRsnInf'), reference: textAt(transfer, 'AcctSvcrRef') }]
  })
}

/** ISO 20022 external codes: settled on the creditor's side or the debtor's, credited, rejected. The others may change. */
const finalStatus: Readonly<Record<string, ReportedTransfer['status']>> = {
  ACCC: 'paid',
  ACSC: 'paid',
  RJCT: 'rejected',
}

/** Debits are transfers that were paid; credits with a reason to return are transfers that came back. */
function entriesOf(message: Element): ReportedTransfer[] {
  return all(message, 'Ntry').flatMap((entry) => {
    const isBooked = (textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')) === 'BOOK'
    if (!isBooked) return []
    return all(entry, 'TxDtls').flatMap((details): ReportedTransfer[] => {
      const endToEndId = textAt(details, 'Refs', 'EndToEndId')
      if (endToEndId === undefined) return []
      const isDebit = (textAt(details, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd')) === 'DBIT'
      const isReturned = child(details, 'RtrInf') !== undefined
      if (isDebit === isReturned) return []
      const reference = textAt(details, 'Refs', 'AcctSvcrRef') ?? textAt(entry, 'AcctSvcrRef')
      const status = isReturned ? 'returned' : 'paid'
      return [{ endToEndId, status, reason: reasonOf(details, 'RtrInf'), reference }]
    })
  })
}

function reasonOf(element: Element, name: string): string {
  const reason = child(element, name)
  if (!reason) return ''
  const code = textAt(reason, 'Rsn', 'Cd') ?? textAt(reason, 'Rsn', 'Prtry')
  return [code, textAt(reason, 'AddtlInf')].filter((part) => part !== undefined).join(': ')
}

const child = (element: Element, name: string): Element | undefined => element.children.find((one) => one.name === name)

function textAt(element: Element, ...path: readonly string[]): string | undefined {
  const found = path.reduce<Element | undefined>((at, name) => at && child(at, name), element)
  return found && found.text.trim() !== '' ? found.text.trim() : undefined
}

/** All elements of a name inside another, however deep. */
const all = (element: Element, name: string): Element[] =>
  element.children.flatMap((one) => (one.name === name ? [one] : all(one, name)))

function readTree(xml: string): Element {
  const top: Element = { name: '', text: '', children: [] }
  const path = [top]
  const parser = sax.parser(true, { trim: true })
  parser.ondoctype = () => fail('it has a document type')
  parser.onerror = (error) => fail(`it is no XML: ${error.message.split('\n')[0]}`)
  parser.onopentag = ({ name }) => {
    if (path.length > depthMax) fail('it is nested too deeply')
    const opened: Element = { name: name.slice(name.indexOf(':') + 1), text: '', children: [] }
    path.at(-1)!.children.push(opened)
    path.push(opened)
  }
  parser.ontext = (text) => {
    path.at(-1)!.text += text
  }
  parser.onclosetag = () => void path.pop()
  parser.write(xml).close()
  const [root] = top.children
  return root ?? fail('it is empty')
}
const depthMax = 50

function fail(why: string): never {
  throw new UnreadableBankFile(why)
}
