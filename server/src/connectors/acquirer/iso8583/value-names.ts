import { figureNames } from './totals.ts'

/**
 * The names that fields of a profile may use, and in which messages. `docs/operating/iso8583-acquirer.md` explains each.
 */
const always = [
  'stan',
  'rrn',
  'transmissionTime',
  'localTime',
  'localDate',
  'localDateTime',
  'acquirer',
  'acquirer11',
  'terminal',
  'merchant',
] as const

const payment = [
  ...always,
  'amount',
  'currency',
  'cardNumber',
  'expiry',
  'category',
  'country',
  'countryNumber',
  'descriptor',
  'subMerchant',
] as const

/** What is known only while the cardholder, or a wallet, is there. It is sent and never kept. */
const atOnce = [
  'securityCode',
  'walletCryptogram',
  'walletEci',
  'holderName',
  'postalCode',
  'street',
  'initialNetworkTransactionId',
] as const

const following = [
  ...payment,
  'authorizationCode',
  'networkTransactionId',
  'originalType',
  'originalRrn',
  'originalStan',
  'originalTransmissionTime',
  'originalLocalDateTime',
  'originalAmount',
  'originalCode',
] as const

/** The messages of a profile. */
export const messageNames = {
  /** Reserves an amount: 0100. */
  authorization: [...payment, ...atOnce],
  /** Reserves and captures at once: 0200. */
  financial: [...payment, ...atOnce],
  /** Asks for nothing but whether the card is good. */
  verification: [...payment, ...atOnce],
  /** Captures what was authorized: 0220. */
  completion: following,
  /** Undoes one of the others: 0420. */
  reversal: [...following, 'reason'],
  refund: following,
  /** Sends money to a card: an original credit. */
  payout: payment,
  /** What a business day has come to: 0500. */
  totals: [...always, ...figureNames, 'currency', 'businessDate', 'businessDateWithYear'],
  signOn: always,
  signOff: always,
  echo: always,
} as const satisfies Record<string, readonly string[]>

export type MessageName = keyof typeof messageNames

/** Who initiated the payment, for values that a profile makes of that. */
export const circumstances = ['shopper', 'storing', 'recurring', 'unscheduled', 'wallet'] as const
export type Circumstance = (typeof circumstances)[number]
