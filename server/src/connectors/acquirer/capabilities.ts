/**
 * What a connector can do. Real processors differ in more than their addresses: callers read these flags before they
 * accept an order, and the conformance suite holds the connector to them.
 */
export type Capabilities = {
  /** Sends money to a card. Without it `payOut` throws `NotSupported`. */
  payOut: boolean
  /**
   * `request`: `inquire` tells what became of a request. `webhook`: only an incoming message tells (`IncomingResult`), and
   * `inquire` throws `NotSupported`.
   */
  inquiry: 'request' | 'webhook'
  /** Tells of disputes as a list. Without it `disputesSince` throws `NotSupported`. */
  disputeList: boolean
  /** Takes `submitEvidence` and `acceptDispute`; without it both throw `NotSupported`. */
  disputeResponses: boolean
  /** Tells what it settled. Without it `settlementsSince` throws `NotSupported`. */
  settlements: boolean
  /** `sometimes`: an approval may come without one. The card then takes no merchant-initiated payment until it has one. */
  networkTransactionId: 'always' | 'sometimes'
  /** An authorization may be captured for less than its amount; the rest is released. Otherwise such a capture is declined. */
  partialCapture: boolean
  /** What one authorization or payout may be, both ends included, in minor units. Anything else is declined. */
  amounts: { minMinor: bigint; maxMinor: bigint }
}

/** Everything the port has to offer. A connector names the flags in which it falls short of it. */
export const fullCapabilities: Capabilities = {
  payOut: true,
  inquiry: 'request',
  disputeList: true,
  disputeResponses: true,
  settlements: true,
  networkTransactionId: 'always',
  partialCapture: true,
  amounts: { minMinor: 1n, maxMinor: 999_999_999_999_999n },
}

export const takesAmount = ({ amounts }: Capabilities, minor: bigint): boolean =>
  minor >= amounts.minMinor && minor <= amounts.maxMinor
