import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'

/**
 * What Florin needs of a bank that takes its transfers one by one, over a connection. A bank without one takes files:
 * `pain001.ts`.
 *
 * `submit` may be called again with the same `endToEndId`: the bank makes one transfer of it. Throws `NoBankResponse` when
 * it is not known whether the request has arrived; then `statusOf` says.
 */
export type Bank = {
  /** Small letters, digits and dashes. */
  name: string
  submit(transfer: Transfer): Promise<SubmitResult>
  /** What the bank knows of a transfer. Asked again after it was paid, since transfers come back days later. */
  statusOf(endToEndId: string): Promise<TransferStatus>
}

export type Transfer = {
  /** At most 35 characters of the SEPA set; the receiver sees it. */
  endToEndId: string
  amount: Money
  to: { holderName: string; iban: string | undefined; accountNumber: string | undefined; bic: string | undefined }
  /** For the receiver's statement: at most 140 characters. */
  remittance: string
}

export type SubmitResult = { outcome: 'accepted'; reference: string } | { outcome: 'rejected'; reason: string }

export type TransferStatus =
  | { status: 'notFound' }
  | { status: 'pending'; reference: string }
  | { status: 'rejected'; reason: string }
  | { status: 'paid'; reference: string; at: Instant }
  | { status: 'returned'; reference: string; reason: string; at: Instant }

/** Whose account the money comes from, as a file names it. */
export type Debtor = { name: string; iban: string; bic: string | undefined }

/** The request or its response was lost. */
export class NoBankResponse extends Error {
  override readonly name = 'NoBankResponse'
}
