import type { DeclineReason } from '../port.ts'

/** An amount that makes the sandbox do something particular, in any currency and on any card it would approve. */
export type MagicAmount = {
  /** As it is written in an order. */
  amount: string
  minor: bigint
  /** What happens, for the pages that list it. */
  what: string
  outcome: MagicOutcome
}

export type MagicOutcome =
  | { is: 'declined'; reason: DeclineReason }
  /** Decided after `pendingHours` of the clock. */
  | { is: 'pending' }
  /** The sandbox decided, and its response cannot be read. */
  | { is: 'garbled'; reason: DeclineReason }
  /** The sandbox never responds and records nothing. */
  | { is: 'hanging' }

/** Wire fact 7. They apply to authorizations and sales, not to captures, reversals and refunds. */
export const magicAmounts: readonly MagicAmount[] = [
  {
    amount: '0.02',
    minor: 2n,
    what: 'Declined: insufficient funds',
    outcome: { is: 'declined', reason: 'insufficient_funds' },
  },
  {
    amount: '0.03',
    minor: 3n,
    what: 'Declined: the bank did not respond to the processor in time',
    outcome: { is: 'declined', reason: 'provider_error' },
  },
  { amount: '0.04', minor: 4n, what: 'Pending at the bank for an hour, then approved', outcome: { is: 'pending' } },
  {
    amount: '0.05',
    minor: 5n,
    what: 'Declined by the bank',
    outcome: { is: 'declined', reason: 'declined_by_bank' },
  },
  {
    amount: '0.06',
    minor: 6n,
    what: 'Rejected by the processor',
    outcome: { is: 'declined', reason: 'rejected_by_processor' },
  },
  {
    amount: '0.07',
    minor: 7n,
    what: 'The response is malformed; a later inquiry finds the payment rejected by the processor',
    outcome: { is: 'garbled', reason: 'rejected_by_processor' },
  },
  {
    amount: '0.08',
    minor: 8n,
    what: 'No response; a later inquiry does not find the payment',
    outcome: { is: 'hanging' },
  },
]

export const magicOutcomeOf = (minor: bigint): MagicOutcome | undefined =>
  magicAmounts.find((magic) => magic.minor === minor)?.outcome

/** A refund or a payout of this amount, in any currency, is done, and does not arrive: its money comes back `pendingHours` later. */
export const returnedMinor = 9n

/** A capture of this amount, in any currency, is done, and fails `pendingHours` later, unless it is reversed until then. */
export const failedCaptureMinor = 11n

/**
 * A reversal of this amount, in any currency, is done, and fails `pendingHours` later: what was reversed is captured after all.
 */
export const failedReversalMinor = 12n

/** How long a payment is pending at the bank. */
export const pendingHours = 1

/** Above this amount, in any currency, the cardholder is authenticated. */
export const authenticationAboveMinor = 25_00n
