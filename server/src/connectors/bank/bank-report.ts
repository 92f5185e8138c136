import type { ReportedAmount } from './iso20022.ts'

/**
 * `duplicate`: refused because the bank has it already, which says nothing of what it has. `unclear`: about transfers of ours
 * or others, in a way that is not understood.
 */
export const reportedStatuses = ['paid', 'rejected', 'returned', 'duplicate', 'unclear'] as const
type ReportedStatus = (typeof reportedStatuses)[number]

/** The statement of a bank file about a transfer. */
export type ReportedTransfer = {
  endToEndId: string
  /** A booking of many transfers that names none of them: `endToEndId` is what it names instead. */
  isBatch?: true
  /** A booking of something else: it is about a transfer or a file of ours if one of these names is. */
  names?: readonly string[]
  status: ReportedStatus
  /** The bank's code and words; empty when it has none. */
  reason: string
  reference: string | undefined
  /** As the bank wrote it; undefined where it names none. */
  amount: ReportedAmount | undefined
  /** Of a transfer that came back, the charges that the bank has taken off its amount; absent where it names none. */
  charges?: readonly ReportedAmount[]
}

/** A file of ours that the bank refused as a whole, or one group of it. */
export type RejectedFile = {
  messageId: string
  groupId: string | undefined
  status: 'rejected' | 'duplicate' | 'unclear'
  reason: string
}

export type BankReport = { transfers: ReportedTransfer[]; rejectedFiles: RejectedFile[] }
