import type { ReportedTransfer } from './bank-report.ts'
import { all, amountAt, child, type Element, reasonText, textAt } from './iso20022.ts'

/**
 * Debits are transfers that were paid; credits with a reason to return, and reversals of debits, are transfers that came
 * back. A reversal on the side of debits is that of a credit, or of a debit as some banks write it.
 */
export function readBookings(message: Element): ReportedTransfer[] {
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
      return [{ endToEndId, status, reason: reasonText(child(details, 'RtrInf')), reference, amount }]
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
