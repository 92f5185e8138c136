import type { Currency, Money } from '#kernel/base/money.ts'

/**
 * What a connector can do. Real processors differ in more than their addresses: callers read these flags before they
 * accept an order, and the conformance suite holds the connector to them.
 */
export type Capabilities = {
  /** Sends money to a card. Without it `payOut` throws `NotSupported`. */
  payOut: boolean
  /**
   * `request`: `inquire` returns the result of a request. `webhook`: only an incoming message has it
   * (`IncomingResult`), and `inquire` throws `NotSupported`.
   */
  inquiry: 'request' | 'webhook'
  /** Lists dispute events. Without it `disputesSince` throws `NotSupported`. */
  disputeList: boolean
  /** Supports `submitEvidence` and `acceptDispute`; without it both throw `NotSupported`. */
  disputeResponses: boolean
  /**
   * Lists what it settled. Without it `settlementsSince` throws `NotSupported`. `whole`: each page is about one transfer to
   * our bank, and the entries of a transfer come to its own, so that it is imported by itself; otherwise an operator
   * imports the acquirer's reports.
   */
  settlements: boolean | 'whole'
  /**
   * `transfer`: the acquirer sends money to our bank, and a report says of which transactions. `entry`: both sides are in
   * our books, which settle each day by an entry of their own, so a report would credit the same money twice.
   */
  settledBy: 'transfer' | 'entry'
  /** `sometimes`: an approval may lack it. The card then accepts no merchant-initiated payment until it has one. */
  networkTransactionId: 'always' | 'sometimes'
  /**
   * An authorization may be captured for less than its amount; the rest is released. Otherwise such a capture is
   * declined.
   */
  partialCapture: boolean
  /**
   * Which network transaction ids a merchant-initiated payment may name: of any acquirer (`any`), or only of first
   * payments that this connector took itself (`own`). A payment that names another one is declined.
   */
  merchantInitiated: 'any' | 'own'
  /** Takes numbers of wallets with their cryptogram (`CardDetails.wallet`). Without it such a card is declined. */
  walletTokens: boolean
  /** Undefined: every currency that merchants can be paid in. */
  currencies: readonly Currency[] | undefined
  /** The amounts of one authorization or payout. Any other is declined. */
  amounts: AmountLimits
  /** Those of a currency, where they are its own. */
  amountsIn: ReadonlyMap<Currency, AmountLimits>
}

/** `stepMinor`: amounts are multiples of it, where the processor does not count every minor unit of the currency. */
export type AmountLimits = { minMinor: bigint; maxMinor: bigint; stepMinor?: bigint }

/** Everything that the port offers. A connector names the flags in which it differs. */
export const fullCapabilities: Capabilities = {
  payOut: true,
  inquiry: 'request',
  disputeList: true,
  disputeResponses: true,
  settlements: true,
  settledBy: 'transfer',
  networkTransactionId: 'always',
  partialCapture: true,
  merchantInitiated: 'any',
  walletTokens: true,
  currencies: undefined,
  amounts: { minMinor: 1n, maxMinor: 999_999_999_999_999n },
  amountsIn: new Map(),
}

export const amountsOf = ({ amounts, amountsIn }: Capabilities, currency: Currency): AmountLimits =>
  amountsIn.get(currency) ?? amounts

export function takesAmount(capabilities: Capabilities, { minor, currency }: Money): boolean {
  const { minMinor, maxMinor, stepMinor = 1n } = amountsOf(capabilities, currency)
  return minor >= minMinor && minor <= maxMinor && minor % stepMinor === 0n
}

/** Why a connector cannot take a payment or a payout, whatever the rules of routing say. */
export const exclusions = ['amount', 'currency', 'wallet', 'merchant_initiated', 'payout'] as const
export type Exclusion = (typeof exclusions)[number]

/** What is asked of a connector, as far as its capabilities may rule it out. */
export type Asked = {
  currency: Currency
  /** In minor units; undefined where no amount is, or none is known. */
  minor?: bigint | undefined
  /** The number comes out of a wallet, with a cryptogram. */
  isWallet?: boolean
  /** Initiated by the merchant, and this connector did not take the payment that its network transaction id names. */
  isForeign?: boolean
  isPayOut?: boolean
}

/** What rules a connector out by its capabilities, if anything does. */
export function exclusionBy(capabilities: Capabilities, asked: Asked): Exclusion | undefined {
  const { currency, minor, isWallet = false, isForeign = false, isPayOut = false } = asked
  if (isPayOut && !capabilities.payOut) return 'payout'
  if (capabilities.currencies && !capabilities.currencies.includes(currency)) return 'currency'
  if (isWallet && !capabilities.walletTokens) return 'wallet'
  if (isForeign && capabilities.merchantInitiated === 'own') return 'merchant_initiated'
  return minor !== undefined && !takesAmount(capabilities, { minor, currency }) ? 'amount' : undefined
}
