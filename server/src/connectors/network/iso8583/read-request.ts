import { FieldFault, type IsoMessage, textOf } from '#connectors/iso8583/iso-message.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import { isApprovalOfOthers, type NetworkRequest, type Purpose } from '../message.ts'
import { kindOf, messageTypes } from './message-kinds.ts'
import {
  type AdditionalData,
  isIncrement,
  isPreauthorized,
  isRecurring,
  isStandIn,
  networkTransactionIdOf,
  readAdditionalData,
} from './private-fields.ts'
import { amountIn, cardIn, channelOf, keyOf, merchantIn, type NameLayout, originalOf, required } from './read-fields.ts'

/** What a network does in its own way in the meaning of fields. */
export type Dialect = {
  /** Names the network in the keys of messages; lines of one network have the same. */
  network: string
  /** The key of PIN blocks, by its name. */
  zone: string
  nameLayout: NameLayout
  additionalData: AdditionalData
}

/** A message that this issuer takes no part in, with the response code that says so. */
export class NotSupported extends Error {
  override readonly name = 'NotSupported'
  readonly code = '12'
}

/**
 * What a message of ISO 8583 says, in the words of the port. Throws a `FieldFault` if a field is missing or makes no sense
 * (code 30), and `NotSupported` for types of messages and transactions that there are none of here (code 12).
 */
export function readRequest(message: IsoMessage, dialect: Dialect, now: Instant): NetworkRequest {
  const type = messageTypes.find((one) => one === message.mti.slice(1, 3))
  if (!type) throw new NotSupported(`messages of type ${message.mti} are not taken`)
  const purpose = purposeOf(message)
  const about = aboutOf(message, dialect, purpose)
  const kind = kindOf[type][purpose]
  switch (kind) {
    case 'request':
    case 'single':
      return authorization(message, dialect, purpose, about, kind === 'single')
    case 'advice':
      return advice(message, dialect, purpose, about)
    case 'presentment':
      return presentment(message, dialect, purpose, about, now)
    case 'reversal':
      return { kind: 'reversal', ...about, purpose, ...reversalOf(message, dialect, about.amount) }
  }
}

type About = Pick<NetworkRequest, 'key' | 'card' | 'amount' | 'billing' | 'merchant' | 'reference'>

function aboutOf(message: IsoMessage, { network, zone, nameLayout }: Dialect, purpose: Purpose): About {
  const hasBilling = textOf(message, 6) !== undefined && textOf(message, 51) !== undefined
  return {
    key: keyOf(message, network),
    card: cardIn(message, zone),
    amount: amountIn(withAmount(message, purpose), { amount: 4, currency: 49 }),
    billing: hasBilling ? amountIn(message, { amount: 6, currency: 51 }) : undefined,
    merchant: merchantIn(message, nameLayout),
    reference: {
      rrn: textOf(message, 37)?.trim() || undefined,
      networkTransactionId: networkTransactionIdOf(message),
      authorizationCode: textOf(message, 38)?.trim() || undefined,
      acquirerId: required(message, 32),
    },
  }
}

/** An inquiry is about no amount, and may leave it out. */
function withAmount(message: IsoMessage, purpose: Purpose): IsoMessage {
  const isInquiry = purpose === 'balance' || purpose === 'verification'
  return isInquiry && !message.fields.has(4) ? { ...message, fields: new Map(message.fields).set(4, '0') } : message
}

/** The first two digits of the processing code (issuing standards 1.5). */
const transactionTypeOf = (message: IsoMessage): string => required(message, 3).slice(0, 2)

function purposeOf(message: IsoMessage): Purpose {
  const code = transactionTypeOf(message)
  const isZero = /^0*$/.test(textOf(message, 4) ?? '')
  if (code === '00' && textOf(message, 25) === verificationCondition && isZero) return 'verification'
  const purpose = purposeByCode[code]
  if (!purpose) throw new NotSupported(`transactions of type ${code} (field 3) are not taken`)
  return purpose
}
const verificationCondition = '51'
/** New money for the cardholder: a payout, a transfer from another card. */
const originalCreditType = '26'

const purposeByCode: Readonly<Record<string, Purpose>> = {
  '00': 'purchase',
  '09': 'purchase',
  '50': 'purchase',
  '01': 'cash',
  '17': 'cash',
  '10': 'quasiCash',
  '11': 'quasiCash',
  '20': 'refund',
  [originalCreditType]: 'refund',
  '30': 'balance',
  '31': 'balance',
  '33': 'verification',
}

function authorization(
  message: IsoMessage,
  dialect: Dialect,
  purpose: Purpose,
  about: About,
  posts: boolean,
): NetworkRequest {
  required(message, 18)
  const { cvv2, threeDs, partialAllowed } = readAdditionalData(message, dialect.additionalData)
  return {
    kind: 'authorization',
    ...about,
    card: { ...about.card, cvv2 },
    purpose,
    originalCredit: transactionTypeOf(message) === originalCreditType ? true : undefined,
    channel: channelOf(message, purpose === 'cash'),
    entry: textOf(message, 22) ?? '000',
    posts,
    partialAllowed,
    preauthorization: isPreauthorized(message) || textOf(message, 25) === preauthorizedCondition,
    threeDs,
    recurring: isRecurring(message),
    incrementOf: isIncrement(message) ? incrementOf(about) : undefined,
  }
}
const preauthorizedCondition = '06'

function incrementOf({ reference: { networkTransactionId, authorizationCode } }: About) {
  if (!networkTransactionId) throw new FieldFault(62, 'it is missing: which approval does the request add to?')
  return { networkTransactionId, authorizationCode }
}

/** The real amount after a pre-authorization takes the place of the first; an advice about nothing earlier is its own. */
function advice(message: IsoMessage, dialect: Dialect, purpose: Purpose, about: About): NetworkRequest {
  const replaces = textOf(message, 90) !== undefined || textOf(message, 25) === preauthorizedCondition
  return {
    kind: 'advice',
    ...about,
    decided: message.mti[1] === '2' ? (textOf(message, 39) ?? '00') : required(message, 39),
    standIn: isStandIn(message),
    replaces: replaces ? originalOf(message, dialect.network) : undefined,
    purpose,
    channel: channelOf(message, purpose === 'cash'),
  }
}

/** A financial advice moves money, unless it reports that somebody else has declined. */
function presentment(
  message: IsoMessage,
  dialect: Dialect,
  purpose: Purpose,
  about: About,
  now: Instant,
): NetworkRequest {
  const decided = textOf(message, 39)
  if (decided !== undefined && !isApprovalOfOthers(decided)) return advice(message, dialect, purpose, about)
  const { sender, stan, sentAt } = about.key
  const presentmentId = `${sender}:${yearOf(sentAt, now)}${sentAt}:${stan}`
  const original = originalOf(message, dialect.network)
  if (purpose === 'refund') return { kind: 'refund', ...about, original, presentmentId }
  return { kind: 'clearing', ...about, original, sequence: sequenceOf(message), presentmentId, purpose }
}

/** Fields 71 and 72: which one of how many clearings of the same approval. */
function sequenceOf(message: IsoMessage): { number: number; of: number } | undefined {
  const [number, of] = [textOf(message, 71), textOf(message, 72)]
  return number === undefined || of === undefined ? undefined : { number: Number(number), of: Number(of) }
}

/** Field 7 has no year: it is the one that brings it nearest to now (issuing standards 1.4). */
function yearOf(sentAt: string, now: Instant): number {
  const today = now.toZonedDateTimeISO('UTC')
  const distance = (year: number): number => {
    const [month, day] = [Number(sentAt.slice(0, 2)), Number(sentAt.slice(2, 4))]
    if (!isDay(month, day)) throw new FieldFault(7, 'it is not a date')
    const date = Temporal.PlainDate.from({ year, month, day })
    return Math.abs(date.until(today.toPlainDate()).days)
  }
  const years = [today.year - 1, today.year, today.year + 1]
  return years.reduce((nearest, year) => (distance(year) < distance(nearest) ? year : nearest))
}
const isDay = (month: number, day: number): boolean => month >= 1 && month <= 12 && day >= 1 && day <= 31

/** Field 95 has the amount that stays after a reversal of a part, in its first twelve digits. */
function reversalOf(message: IsoMessage, { network }: Dialect, { currency }: Money) {
  const digits = textOf(message, 95)?.slice(0, 12)
  if (digits !== undefined && !/^\d{12}$/.test(digits)) throw new FieldFault(95, 'it does not begin with an amount')
  const minor = BigInt(digits ?? 0)
  return {
    original: originalOf(message, network),
    remaining: minor > 0n ? { minor, currency } : undefined,
    reason: textOf(message, 39) ?? '00',
  }
}
