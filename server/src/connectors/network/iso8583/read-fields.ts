import { iso31661 } from 'iso-3166'
import { currencyOfNumber } from '#connectors/iso8583/currencies.ts'
import { FieldFault, type IsoMessage, secretBytesOf, secretTextOf, textOf } from '#connectors/iso8583/iso-message.ts'
import { readCountryCode } from '#kernel/base/country.ts'
import { type Money, money } from '#kernel/base/money.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { Channel, KeyClass, MessageKey, NetworkCard, NetworkMerchant, Original, PinBlock } from '../message.ts'
import { networkTransactionIdOf } from './private-fields.ts'

/** Where the name, city and country stand in field 43. */
export type NameLayout = 'visa' | 'mastercard'

export function required(message: IsoMessage, field: number): string {
  const text = textOf(message, field)
  if (text === undefined) throw new FieldFault(field, 'it is missing')
  return text
}

/** Amounts are in minor units with the decimals of ISO 4217, as ours are. */
export function amountIn(message: IsoMessage, fields: { amount: number; currency: number }): Money {
  const number = required(message, fields.currency)
  const currency = currencyOfNumber(number)
  if (!currency) throw new FieldFault(fields.currency, 'it is not the number of a currency')
  return money(BigInt(required(message, fields.amount)), currency)
}

/**
 * Acquirer and forwarder name the sender, behind the name of the network: one cannot speak for another's transactions.
 * The JSON interface joins them the same way.
 */
const senderOf = (network: string, acquirer: string, forwarder = ''): string =>
  [network, ...[acquirer, forwarder].map((id) => id.replace(/^0+/, '')).filter((id) => id !== '')].join('/')

export const keyOf = (message: IsoMessage, network: string): MessageKey => ({
  sender: senderOf(network, required(message, 32), textOf(message, 33)),
  stan: required(message, 11),
  sentAt: required(message, 7),
})

/** Field 90: type, number and time of the original, and who sent it, each filled with zeros to 11 digits. */
export function originalOf(message: IsoMessage, network: string): Original {
  const elements = textOf(message, 90)
  const key = elements && {
    sender: senderOf(network, elements.slice(20, 31), elements.slice(31, 42)),
    stan: elements.slice(4, 10),
    sentAt: elements.slice(10, 20),
  }
  return {
    ...(key && /[1-9]/.test(elements) && { key, class: classOfKey[elements.slice(1, 3)] }),
    rrn: textOf(message, 37)?.trim() || undefined,
    networkTransactionId: networkTransactionIdOf(message),
    authorizationCode: textOf(message, 38)?.trim() || undefined,
  }
}

/** By digits 2 and 3 of the type. */
const classOfKey: Readonly<Record<string, KeyClass>> = {
  10: 'authorization',
  12: 'advice',
  20: 'financial',
  22: 'presentment',
  40: 'reversal',
  42: 'reversal',
}

/** The card, from field 2 or from the track; where both are there they must agree. */
export function cardIn(message: IsoMessage, zone: string): NetworkCard {
  const track2 = secretTextOf(message, 35)
  const onTrack = track2 && /^(\d{1,19})[=D](\d{4})?/.exec(track2.reveal())
  const number = secretTextOf(message, 2) ?? (onTrack ? new Secret(onTrack[1]!) : undefined)
  if (!number) throw new FieldFault(2, 'it is missing')
  if (track2 && onTrack?.[1] !== number.reveal()) throw new FieldFault(35, 'it is of another card than field 2')
  const expiry = textOf(message, 14) ?? onTrack?.[2]
  if (onTrack?.[2] && onTrack[2] !== expiry) throw new FieldFault(35, 'it expires at another time than field 14 says')
  return { number, expiry, track2, pinBlock: pinBlockIn(message, zone) }
}

/** Field 53 says how the block is laid out: 01 is format 0 of ISO 9564, 03 is format 3. */
function pinBlockIn(message: IsoMessage, zone: string): PinBlock | undefined {
  const block = secretBytesOf(message, 52)
  if (!block) return undefined
  const layout = textOf(message, 53)?.slice(4, 6) ?? '01'
  if (layout !== '01' && layout !== '03') throw new FieldFault(53, 'PIN blocks have the layout 01 or 03')
  return { bytes: block.reveal(), format: layout === '01' ? 0 : 3, zone }
}

export function merchantIn(message: IsoMessage, layout: NameLayout): NetworkMerchant {
  const place = (textOf(message, 43) ?? '').padEnd(40)
  const [name, city, country] =
    layout === 'visa'
      ? [place.slice(0, 25), place.slice(25, 38), place.slice(38, 40)]
      : [place.slice(0, 22), place.slice(23, 36), place.slice(37, 40)]
  return {
    id: (textOf(message, 42) ?? '').trim(),
    terminalId: textOf(message, 41)?.trim() || undefined,
    name: name.trim(),
    city: city.trim() || undefined,
    country: countryIn(country.trim()),
    category: textOf(message, 18) ?? '',
  }
}

const countryIn = (text: string): string | undefined =>
  text.length === 2 ? readCountryCode(text) : iso31661.find(({ alpha3 }) => alpha3 === text)?.alpha2

/** How the card was used, from the entry mode (field 22) and the condition (field 25); the machine of a bank is an ATM. */
export function channelOf(message: IsoMessage, isCash: boolean): Channel {
  const [entry, condition] = [(textOf(message, 22) ?? '').slice(0, 2), textOf(message, 25) ?? '']
  if (isCash && textOf(message, 18) !== manualCash) return 'atm'
  if (contactless.has(entry)) return 'contactless'
  return online.has(entry) || notPresent.has(condition) ? 'online' : 'inStore'
}
/** Cash that a cashier hands out (ISO 18245). */
const manualCash = '6010'
const contactless = new Set(['07', '82', '91'])
/** Electronic commerce, with a token, and with a stored card. */
const online = new Set(['81', '09', '10'])
/** The customer is not present, mail or telephone, electronic commerce. */
const notPresent = new Set(['01', '08', '59'])
