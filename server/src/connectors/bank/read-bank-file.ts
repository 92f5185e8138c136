import sax from 'sax'

/**
 * `duplicate`: refused because the bank has it already, which says nothing of what it has. `unclear`: about transfers of ours
 * or others, in a way that is not understood.
 */
export const reportedStatuses = ['paid', 'rejected', 'returned', 'duplicate', 'unclear'] as const
type ReportedStatus = (typeof reportedStatuses)[number]

/** What a file of the bank says of a transfer. */
export type ReportedTransfer = {
  endToEndId: string
  /** A booking of many transfers that names none of them: `endToEndId` is what it names instead. */
  isBatch?: true
  status: ReportedStatus
  /** The bank's code and words; empty when it has none. */
  reason: string
  reference: string | undefined
  /** As the bank wrote it; undefined where it names none. */
  amount: ReportedAmount | undefined
}
export type ReportedAmount = { text: string; currency: string }

/** A file of ours that the bank refused as a whole, or one group of it. */
export type RejectedFile = {
  messageId: string
  groupId: string | undefined
  status: 'rejected' | 'duplicate'
  reason: string
}

export type BankReport = { transfers: ReportedTransfer[]; rejectedFiles: RejectedFile[] }

export class UnreadableBankFile extends Error {
  override readonly name = 'UnreadableBankFile'
}

/**
 * Reads what has become of transfers out of a status report (`pain.002`) or a statement or notification of an account
 * (`camt.053`, `camt.054`) of any version. A status that is not final, and whatever is about other things than our
 * transfers, is left out. A document type is refused: what it declares could grow without bounds.
 */
export function readBankFile(xml: string): BankReport {
  const root = readTree(xml)
  const [message] = root.children
  if (root.name !== 'Document' || !message) throw new UnreadableBankFile('its root is no Document of ISO 20022')
  if (message.name === 'CstmrPmtStsRpt')
    return { transfers: statusReport(message), rejectedFiles: rejectedFilesOf(message) }
  if (message.name === 'BkToCstmrStmt' || message.name === 'BkToCstmrDbtCdtNtfctn')
    return { transfers: entriesOf(message), rejectedFiles: [] }
  throw new UnreadableBankFile(`it has ${message.name.slice(0, 50)}`)
}

type Element = { name: string; attributes: Readonly<Record<string, string>>; text: string; children: Element[] }

/** A file or a group that was refused as a whole names no transfers: they are those with which it was made. */
function rejectedFilesOf(message: Element): RejectedFile[] {
  const [original] = all(message, 'OrgnlGrpInfAndSts')
  const messageId = original && textAt(original, 'OrgnlMsgId')
  if (!original || messageId === undefined) return []
  const groups = all(message, 'OrgnlPmtInfAndSts').filter((group) => textAt(group, 'PmtInfSts') === 'RJCT')
  const ofGroups = groups.flatMap((group): RejectedFile[] => {
    const groupId = textAt(group, 'OrgnlPmtInfId')
    return groupId === undefined ? [] : [{ messageId, groupId, ...refusalOf(group) }]
  })
  if (textAt(original, 'GrpSts') !== 'RJCT') return ofGroups
  return [{ messageId, groupId: undefined, ...refusalOf(original) }]
}

/** Why something was refused; one reason of several is enough for a duplicate. */
function refusalOf(element: Element): { status: 'rejected' | 'duplicate'; reason: string } {
  const codes = element.children.filter(({ name }) => name === 'StsRsnInf').map((one) => textAt(one, 'Rsn', 'Cd'))
  const isDuplicate = codes.some((code) => code !== undefined && duplicates.has(code))
  return { status: isDuplicate ? 'duplicate' : 'rejected', reason: reasonOf(element, 'StsRsnInf') }
}
/** ISO 20022 external codes: the message, the group, the transfer or its ids are there already. */
const duplicates = new Set(['AM05', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05'])

function statusReport(message: Element): ReportedTransfer[] {
  return all(message, 'TxInfAndSts').flatMap((transfer): ReportedTransfer[] => {
    const endToEndId = textAt(transfer, 'OrgnlEndToEndId')
    const status = finalStatus[textAt(transfer, 'TxSts') ?? '']
    if (endToEndId === undefined || status === undefined) return []
    const amount = amountAt(transfer, 'OrgnlTxRef', 'Amt', 'InstdAmt')
    const common = { endToEndId, reference: textAt(transfer, 'AcctSvcrRef'), amount }
    if (status === 'rejected') return [{ ...common, ...refusalOf(transfer) }]
    return [{ ...common, status, reason: reasonOf(transfer, 'StsRsnInf') }]
  })
}

/** ISO 20022 external codes: settled on the creditor's side or the debtor's, credited, rejected. The others may change. */
const finalStatus: Readonly<Record<string, 'paid' | 'rejected'>> = {
  ACCC: 'paid',
  ACSC: 'paid',
  RJCT: 'rejected',
}

/**
 * Debits are transfers that were paid; credits with a reason to return, and reversals of debits, are transfers that came
 * back. A reversal on the side of debits is that of a credit, or of a debit as some banks write it.
 */
function entriesOf(message: Element): ReportedTransfer[] {
  return all(message, 'Ntry').flatMap((entry) => {
    const isBooked = (textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')) === 'BOOK'
    if (!isBooked) return []
    const transfers = all(entry, 'TxDtls')
    const batch = all(entry, 'Btch')[0]
    const isReversal = textAt(entry, 'RvslInd') === 'true' || textAt(entry, 'RvslInd') === '1'
    if (batch && !transfers.some((details) => textAt(details, 'Refs', 'EndToEndId'))) return [unnamed(entry, batch)]
    return transfers.flatMap((details): ReportedTransfer[] => {
      const endToEndId = textAt(details, 'Refs', 'EndToEndId')
      if (endToEndId === undefined) return []
      const isDebit = (textAt(details, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd')) === 'DBIT'
      const hasReason = child(details, 'RtrInf') !== undefined
      const isReturned = !isDebit && (hasReason || isReversal)
      const isUnclear = isDebit && (hasReason || isReversal)
      if (!isDebit && !isReturned) return []
      const reference = textAt(details, 'Refs', 'AcctSvcrRef') ?? textAt(entry, 'AcctSvcrRef')
      const status = isUnclear ? 'unclear' : isReturned ? 'returned' : 'paid'
      // The amount of an entry is the sum of its transfers.
      const own = amountAt(details, 'Amt') ?? amountAt(details, 'AmtDtls', 'TxAmt', 'Amt')
      const amount = own ?? (transfers.length === 1 ? amountAt(entry, 'Amt') : undefined)
      return [{ endToEndId, status, reason: reasonOf(details, 'RtrInf'), reference, amount }]
    })
  })
}

/** A booking of many transfers that says nothing of each: a person compares it with the file that it is about. */
const unnamed = (entry: Element, batch: Element): ReportedTransfer => ({
  endToEndId: textAt(batch, 'MsgId') ?? textAt(batch, 'PmtInfId') ?? textAt(entry, 'NtryRef') ?? 'batch',
  isBatch: true,
  status: 'unclear',
  reason: '',
  reference: textAt(entry, 'AcctSvcrRef'),
  amount: amountAt(entry, 'Amt'),
})

function reasonOf(element: Element, name: string): string {
  const reason = child(element, name)
  if (!reason) return ''
  const code = textAt(reason, 'Rsn', 'Cd') ?? textAt(reason, 'Rsn', 'Prtry')
  return [code, textAt(reason, 'AddtlInf')].filter((part) => part !== undefined).join(': ')
}

const child = (element: Element, name: string): Element | undefined => element.children.find((one) => one.name === name)

const elementAt = (element: Element, path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => at && child(at, name), element)

function textAt(element: Element, ...path: readonly string[]): string | undefined {
  const text = elementAt(element, path)?.text.trim()
  return text === '' ? undefined : text
}

function amountAt(element: Element, ...path: readonly string[]): ReportedAmount | undefined {
  const found = elementAt(element, path)
  const currency = found?.attributes.Ccy
  return found && currency !== undefined ? { text: found.text.trim(), currency } : undefined
}

/** All elements of a name inside another, however deep. */
const all = (element: Element, name: string): Element[] =>
  element.children.flatMap((one) => (one.name === name ? [one] : all(one, name)))

function readTree(xml: string): Element {
  const top: Element = { name: '', attributes: {}, text: '', children: [] }
  const path = [top]
  const parser = sax.parser(true, { trim: true })
  parser.ondoctype = () => fail('it has a document type')
  parser.onerror = (error) => fail(`it is no XML: ${error.message.split('\n')[0]}`)
  parser.onopentag = ({ name, attributes }) => {
    if (path.length > depthMax) fail('it is nested too deeply')
    const local = name.slice(name.indexOf(':') + 1)
    const opened: Element = { name: local, attributes: attributes as Record<string, string>, text: '', children: [] }
    path.at(-1)!.children.push(opened)
    path.push(opened)
  }
  parser.ontext = (text) => {
    path.at(-1)!.text += text
  }
  parser.oncdata = parser.ontext
  parser.onclosetag = () => void path.pop()
  parser.write(xml).close()
  const [root] = top.children
  return root ?? fail('it is empty')
}
const depthMax = 50

function fail(why: string): never {
  throw new UnreadableBankFile(why)
}
