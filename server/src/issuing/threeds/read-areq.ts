import { iso31661 } from 'iso-3166'
import { currencyOfNumber } from '#connectors/iso8583/currencies.ts'
import { type MessageVersion, messageVersions } from '#connectors/threeds/messages.ts'
import { scaleOf } from '#kernel/base/assets.ts'
import { type Money, money } from '#kernel/base/money.ts'
import { Secret } from '#kernel/base/secret.ts'
import { MessageError } from './message-error.ts'
import { optionally, readMessage, upTo, uuid } from './read-message.ts'

/** A request to authenticate a holder, as far as this side reads it. */
export type AReq = {
  version: MessageVersion
  serverTransId: string
  dsTransId: string
  dsReferenceNumber: string
  card: { number: Secret<string>; expiry: string | undefined }
  category: 'payment' | 'other'
  /** Undefined where nothing is paid. */
  amount: Money | undefined
  merchant: { id: string; name: string; category: string; country: string | undefined }
  acquirerId: string
  notificationUrl: string
  resultsUrl: string
  /** What the merchant would like: 03 and 04 ask for a challenge, 06 only shares data. */
  challengeIndicator: string
}

const url = (max: number) => ({ form: new RegExp(`^https?://[^\\s]{1,${max - 8}}$`) })
const digits = (min: number, max = min) => ({ form: new RegExp(`^\\d{${min},${max}}$`) })

const always = {
  threeDSCompInd: { form: /^[YNU]$/ },
  threeDSRequestorID: upTo(35),
  threeDSRequestorName: upTo(40),
  threeDSRequestorURL: url(2048),
  threeDSServerRefNumber: upTo(32),
  threeDSServerTransID: uuid,
  threeDSServerURL: url(2048),
  threeDSRequestorAuthenticationInd: { form: /^0[1-6]$/ },
  threeDSRequestorChallengeInd: optionally({ form: /^0[1-9]$/ }),
  acctNumber: digits(13, 19),
  cardExpiryDate: optionally(digits(4)),
  acquirerBIN: optionally(upTo(11)),
  acquirerMerchantID: optionally(upTo(35)),
  browserAcceptHeader: upTo(2048),
  browserJavascriptEnabled: { form: 'boolean' },
  browserUserAgent: upTo(2048),
  deviceChannel: { form: /^02$/ },
  messageCategory: { form: /^0[12]$/ },
  notificationURL: url(256),
  dsReferenceNumber: upTo(32),
  dsTransID: uuid,
  dsURL: url(2048),
  mcc: optionally(digits(4)),
  merchantCountryCode: optionally(digits(3)),
  merchantName: optionally(upTo(40)),
  purchaseAmount: optionally(digits(1, 48)),
  purchaseCurrency: optionally(digits(3)),
  purchaseExponent: optionally(digits(1)),
  purchaseDate: optionally(digits(14)),
} as const

/** Of a payment these are required too. */
const ofPayments = [
  'acquirerBIN',
  'acquirerMerchantID',
  'mcc',
  'merchantCountryCode',
  'merchantName',
  'purchaseAmount',
  'purchaseCurrency',
  'purchaseExponent',
  'purchaseDate',
] as const

/** @throws `MessageError` */
export function readAReq(unchecked: unknown): AReq {
  const sent = readMessage(unchecked, 'AReq', always)
  const category = sent.messageCategory === '01' ? 'payment' : 'other'
  const missing = category === 'payment' ? ofPayments.filter((name) => sent[name] === undefined) : []
  if (missing.length > 0) throw new MessageError('201', missing.join(','))
  const version = Reflect.get(Object(unchecked), 'messageVersion')
  const [country] = iso31661.filter(({ numeric }) => numeric === sent.merchantCountryCode)
  if (sent.merchantCountryCode !== undefined && !country) throw new MessageError('304', 'merchantCountryCode')
  return {
    version: messageVersions.find((each) => each === version) ?? messageVersions[0],
    serverTransId: sent.threeDSServerTransID.toLowerCase(),
    dsTransId: sent.dsTransID.toLowerCase(),
    dsReferenceNumber: sent.dsReferenceNumber,
    card: { number: new Secret(sent.acctNumber), expiry: sent.cardExpiryDate },
    category,
    amount: category === 'payment' || sent.purchaseAmount !== undefined ? amountOf(sent) : undefined,
    merchant: {
      id: sent.acquirerMerchantID ?? sent.threeDSRequestorID,
      name: sent.merchantName ?? sent.threeDSRequestorName,
      category: sent.mcc ?? '0000',
      country: country?.alpha2,
    },
    acquirerId: sent.acquirerBIN ?? '',
    notificationUrl: sent.notificationURL,
    resultsUrl: sent.dsURL,
    challengeIndicator: sent.threeDSRequestorChallengeInd ?? '01',
  }
}

type Purchase = Partial<Record<'purchaseAmount' | 'purchaseCurrency' | 'purchaseExponent', string | undefined>>

function amountOf({ purchaseAmount, purchaseCurrency, purchaseExponent }: Purchase): Money {
  const currency = currencyOfNumber(purchaseCurrency ?? '')
  if (!currency) throw new MessageError('304', 'purchaseCurrency')
  if (Number(purchaseExponent) !== scaleOf(currency)) throw new MessageError('203', 'purchaseExponent')
  const minor = BigInt(purchaseAmount ?? '')
  if (minor > largest) throw new MessageError('203', 'purchaseAmount')
  return money(minor, currency)
}
const largest = 2n ** 63n - 1n
