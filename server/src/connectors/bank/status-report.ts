import type { BankReport, RejectedFile, ReportedTransfer } from './bank-report.ts'
import { all, amountAt, child, type Element, reasonText, textAt } from './iso20022.ts'

/**
 * What a status report (`pain.002`) says: of transfers, of groups and of a whole file. A file or a group that was refused
 * as a whole need not name its transfers: they are those with which it was made.
 */
export function readStatusReport(message: Element): BankReport {
  const [file] = all(message, 'OrgnlGrpInfAndSts')
  const groups = all(message, 'OrgnlPmtInfAndSts')
  const transfers = all(message, 'TxInfAndSts')
  const hasDuplicate = all(message, 'StsRsnInf').some(saysDuplicate)
  const refuses = (refused: Refused): Refusal => refusalOf(refused, hasDuplicate)
  const partsOf = (group: Element) => transfers.filter((transfer) => group.children.includes(transfer))

  const rejectedFiles = (messageId: string, whole: Element): RejectedFile[] => {
    if (statusOf(whole) === 'RJCT')
      return [
        { messageId, groupId: undefined, ...refuses({ one: whole, parts: [...groups, ...transfers], wholes: [] }) },
      ]
    return groups.flatMap((group): RejectedFile[] => {
      const groupId = textAt(group, 'OrgnlPmtInfId')
      if (groupId === undefined || statusOf(group) !== 'RJCT') return []
      return [{ messageId, groupId, ...refuses({ one: group, parts: partsOf(group), wholes: [whole] }) }]
    })
  }
  const messageId = file && textAt(file, 'OrgnlMsgId')
  return {
    transfers: transfers.flatMap((transfer): ReportedTransfer[] => {
      const endToEndId = textAt(transfer, 'OrgnlEndToEndId')
      const status = finalStatus[statusOf(transfer) ?? '']
      if (endToEndId === undefined || status === undefined) return []
      const amount = amountAt(transfer, 'OrgnlTxRef', 'Amt', 'InstdAmt')
      const common = { endToEndId, reference: textAt(transfer, 'AcctSvcrRef'), amount }
      if (status === 'paid') return [{ ...common, status, reason: reasonText(child(transfer, 'StsRsnInf')) }]
      const wholes = [...groups.filter((group) => group.children.includes(transfer)), ...(file ? [file] : [])]
      return [{ ...common, ...refuses({ one: transfer, parts: [], wholes }) }]
    }),
    rejectedFiles: file && messageId !== undefined ? rejectedFiles(messageId, file) : [],
  }
}

/** ISO 20022 external codes: settled on the creditor's side or the debtor's, credited, rejected. The others may change. */
const finalStatus: Readonly<Record<string, 'paid' | 'rejected'>> = {
  ACCC: 'paid',
  ACSC: 'paid',
  RJCT: 'rejected',
}

const statusOf = (element: Element): string | undefined =>
  textAt(element, 'GrpSts') ?? textAt(element, 'PmtInfSts') ?? textAt(element, 'TxSts')

type Refused = {
  one: Element
  /** The groups and transfers in it. */
  parts: readonly Element[]
  /** The group and the file that it is in, from the inside out. */
  wholes: readonly Element[]
}
type Refusal = { status: 'rejected' | 'duplicate' | 'unclear'; reason: string }

/**
 * Why something was refused, and what follows. Banks write a reason where they like: at the file, at a group or at the
 * transfers. It is rejected only when a reason of ISO 20022 says so: a bank that has a file already refuses it, too, and
 * then it carries out the first. So one duplicate in a message makes all of it `duplicate`, and a refusal without a
 * reason, with one of the bank's own, or with a part that was not refused is `unclear`.
 */
function refusalOf({ one, parts, wholes }: Refused, hasDuplicate: boolean): Refusal {
  const reasons = [one, ...parts, ...wholes].flatMap((element) =>
    element.children.filter(({ name }) => name === 'StsRsnInf'),
  )
  const reason = reasonText(reasons[0])
  if (hasDuplicate) return { status: 'duplicate', reason }
  const isWhole = parts.every((part) => (statusOf(part) ?? 'RJCT') === 'RJCT')
  const given = reasons.filter((of) => textAt(of, 'Rsn', 'Prtry') !== undefined || !isInWords(textAt(of, 'Rsn', 'Cd')))
  const isCertain = given.length > 0 && given.every((of) => textAt(of, 'Rsn', 'Prtry') === undefined)
  return { status: isWhole && isCertain ? 'rejected' : 'unclear', reason }
}

/** ISO 20022 external codes: the message, the group, the transfer or its ids are there already. */
const duplicates = new Set(['AM05', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05', 'DUPL'])

/** One reason of several is enough, also a code of ISO 20022 that the bank sends as its own. */
const saysDuplicate = (reason: Element): boolean =>
  [textAt(reason, 'Rsn', 'Cd'), textAt(reason, 'Rsn', 'Prtry')].some((code) => duplicates.has(code ?? ''))

/** `NARR`: the reason is in words alone. */
const isInWords = (code: string | undefined): boolean => code === undefined || code === 'NARR'
