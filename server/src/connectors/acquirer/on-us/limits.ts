import { type Capabilities, fullCapabilities } from '../port.ts'

/** What one payment may be: with it no sum of an account comes near the end of 64 bits. */
export const limits = { minMinor: 1n, maxMinor: 99_999_999_999n }

/**
 * Our own cards are not in wallets of devices yet, so no number of one is ours. Responses to disputes are not there yet.
 * A day is settled by one entry (`app/settle-on-us.ts`), not by a report.
 */
export const capabilities: Capabilities = {
  ...fullCapabilities,
  disputeResponses: false,
  settlements: false,
  walletTokens: false,
  settledBy: 'entry',
  amounts: limits,
}
