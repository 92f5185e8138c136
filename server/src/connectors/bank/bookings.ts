import type { ReportedTransfer } from './bank-report.ts'
import { all, amountAt, child, type Element, type ReportedAmount, reasonText, textAt } from './iso20022.ts'

/**
 * Debits are transfers that were paid; credits with a reason to return, and reversals of debits, are transfers that came
 * back. A reversal on the side of debits is that of a credit, or of a debit as some banks write it. Whatever else is booked
 * is listed by all its names, since one of them may be ours.
 */
export function readBookings(message: Element): ReportedTransfer[] {
  return all(message, 'Ntry').flatMap((entry) => {
    const isBooked = (textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')) === 'BOOK'
    if (!isBooked) return []
    const transfers = all(entry, 'TxDtls')
    const batch = all(entry, 'Btch')[0]
    if (batch && !transfers.some((details) => textAt(details, 'Refs', 'EndToEndId'))) return [unnamed(entry, batch)]
    if (transfers.length === 0) return otherBooking(entry)
    return transfers.flatMap((details) => readTransfer(entry, details, transfers.length === 1))
  })
}

function readTransfer(entry: Element, details: Element, isOnly: boolean): ReportedTransfer[] {
  const endToEndId = textAt(details, 'Refs', 'EndToEndId')
  const isReversal = textAt(entry, 'RvslInd') === 'true' || textAt(entry, 'RvslInd') === '1'
  const isDebit = (textAt(details, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd')) === 'DBIT'
  const isReturn = isReversal || child(details, 'RtrInf') !== undefined
  if (endToEndId === undefined || (!isDebit && !isReturn)) return otherBooking(entry, details)
  const reference = textAt(details, 'Refs', 'AcctSvcrRef') ?? textAt(entry, 'AcctSvcrRef')
  const charges = isReturn ? chargesOf(entry, details) : []
  // Which amounts of several are without the charges is not known.
  const status = !isReturn ? 'paid' : isDebit || (charges.length > 0 && !isOnly) ? 'unclear' : 'returned'
  const detailed = amountAt(details, 'Amt') ?? amountAt(details, 'AmtDtls', 'TxAmt', 'Amt')
  const whole = isOnly ? amountAt(entry, 'Amt') : undefined
  // Banks detail what was sent back, and book what has arrived of it.
  const booked = status === 'returned' && whole && whole.currency === detailed?.currency ? whole : detailed
  // A payout from an account in another currency was instructed in its own; what comes back of it may be less.
  const instructed = status === 'paid' ? amountAt(details, 'AmtDtls', 'InstdAmt', 'Amt') : undefined
  const own = instructed && instructed.currency !== booked?.currency ? instructed : booked
  // The amount of an entry is the sum of its transfers.
  const amount = own ?? whole
  const reason = reasonText(child(details, 'RtrInf'))
  return [{ endToEndId, status, reason, reference, amount, ...(charges.length > 0 && { charges }) }]
}

/** The charges that are taken off the amount of a transfer: of its details, or of the whole entry. */
function chargesOf(entry: Element, details: Element): ReportedAmount[] {
  const stated = [details, entry].map((element) => element.children.filter(({ name }) => name === 'Chrgs'))
  return (stated.find(({ length }) => length > 0) ?? []).flatMap((charges) => {
    const records = all(charges, 'Rcrd')
    // Of version 2, each is a record itself.
    const each = records.length > 0 ? records : [charges]
    const kept = each.filter(isTakenOff)
    const total = kept.length === each.length ? amountAt(charges, 'TtlChrgsAndTaxAmt') : undefined
    const amounts = total ? [total] : kept.map((record) => amountAt(record, 'Amt'))
    return amounts.filter((amount) => amount !== undefined)
  })
}

/** Others are given to us, or booked by themselves. */
const isTakenOff = (record: Element): boolean =>
  textAt(record, 'CdtDbtInd') !== 'CRDT' && !['false', '0'].includes(textAt(record, 'ChrgInclInd') ?? '')

/** A booking of many transfers that says nothing of each: a person compares it with the file that it is about. */
const unnamed = (entry: Element, batch: Element): ReportedTransfer => ({
  endToEndId: textAt(batch, 'MsgId') ?? textAt(batch, 'PmtInfId') ?? textAt(entry, 'NtryRef') ?? 'batch',
  isBatch: true,
  status: 'unclear',
  reason: '',
  reference: textAt(entry, 'AcctSvcrRef'),
  amount: amountAt(entry, 'Amt'),
})

/** The names in a booking that says neither that a transfer was paid nor that it came back. */
function otherBooking(entry: Element, details?: Element): ReportedTransfer[] {
  const refs = (details && child(details, 'Refs')?.children) ?? []
  const texts = [textAt(entry, 'NtryRef'), ...refs.map(({ text }) => text.trim())]
  const names = [textAt(details ?? entry, 'Refs', 'EndToEndId'), ...texts].filter((name) => name !== undefined)
  const [endToEndId] = names
  if (endToEndId === undefined) return []
  const reference = textAt(entry, 'AcctSvcrRef')
  return [{ endToEndId, names: [...new Set(names)], status: 'unclear', reason: '', reference, amount: undefined }]
}
