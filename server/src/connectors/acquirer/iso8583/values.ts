import { iso31661 } from 'iso-3166'
import { numberOfCurrency } from '#connectors/iso8583/currencies.ts'
import { fieldDefinitions } from '#connectors/iso8583/fields.ts'
import type { FieldValue, IsoMessage } from '#connectors/iso8583/iso-message.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { AuthorizeRequest } from '../port.ts'
import type { Profile } from './profile.ts'
import type { MessageLayout } from './profile-messages.ts'
import type { Facts, Message } from './story.ts'
import { fill, type Values } from './template.ts'
import type { Circumstance } from './value-names.ts'

/** The message of a profile with these values. Throws a `FieldFault` when it is packed, if one does not fit. */
export function messageOf({ type, fields }: Pick<MessageLayout, 'type' | 'fields'>, values: Values): IsoMessage {
  const filled = Object.entries(fields).flatMap(([field, template]) => {
    const value = fill(template, values)
    return value === undefined ? [] : [[Number(field), asSecret(Number(field), value)] as const]
  })
  return { mti: type, fields: new Map(filled) }
}

/** What is card data by its field is a secret, whatever was put there. */
const asSecret = (field: number, value: string | Secret<string>): FieldValue =>
  typeof value === 'string' && secretFields.has(field) ? new Secret(value) : value
const secretFields = new Set(fieldDefinitions.filter(({ secret }) => secret).map(({ number }) => number))

/** What every message says: who sends it, and its number and time. */
export function identityOf(
  profile: Profile,
  { stan, sentAt, terminal }: Pick<Message, 'stan' | 'sentAt' | 'terminal'>,
): Values {
  const { acquirer, merchant, timeZone } = profile
  return {
    stan: stanOf(stan),
    transmissionTime: transmissionTimeOf(sentAt),
    ...localOf(sentAt, timeZone),
    acquirer,
    acquirer11: acquirer.padStart(11, '0'),
    terminal,
    merchant,
  }
}

export const stanOf = (stan: number): string => String(stan).padStart(6, '0')

/** Field 7: MMDDhhmmss in UTC. */
const transmissionTimeOf = (at: Instant): string => digitsOf(at, 'UTC').slice(2)

/** Fields 12 and 13; the edition of 1993 has both in field 12, with the year before them. */
function localOf(at: Instant, timeZone: string) {
  const digits = digitsOf(at, timeZone)
  return { localTime: digits.slice(6), localDate: digits.slice(2, 6), localDateTime: digits }
}

/** YYMMDDhhmmss */
const digitsOf = (at: Instant, timeZone: string): string =>
  at.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'second' }).replaceAll(/\D/g, '').slice(2)

/**
 * Field 37, the same in all messages about a payment: the last digit of the year, the day of the year and the hour of its
 * first message in UTC, and its number.
 */
export function rrnOf({ stan, sentAt }: Pick<Message, 'stan' | 'sentAt'>): string {
  const { year, dayOfYear, hour } = sentAt.toZonedDateTimeISO('UTC')
  return `${year % 10}${String(dayOfYear).padStart(3, '0')}${String(hour).padStart(2, '0')}${stanOf(stan)}`
}

export const amountValues = ({ minor, currency }: Pick<Message, 'minor' | 'currency'>): Values => ({
  amount: String(minor).padStart(12, '0'),
  currency: numberOfCurrency(currency),
})

export const factValues = ({ expiry, category, country, descriptor, subMerchant }: Facts): Values => ({
  expiry,
  category,
  country,
  countryNumber: country && iso31661.find(({ alpha2 }) => alpha2 === country)?.numeric,
  descriptor: plain(descriptor),
  subMerchant,
})

/** What is there only while the request is made: it is sent and never kept. */
export function cardholderValues(
  { byInitiator }: Profile,
  { card, initiator, billingAddress }: Pick<AuthorizeRequest, 'card' | 'initiator' | 'billingAddress'>,
): Values {
  const circumstance = circumstanceOf({ card, initiator })
  return {
    ...Object.fromEntries(Object.entries(byInitiator).map(([name, by]) => [name, by[circumstance]])),
    cardNumber: card.pan,
    securityCode: card.cvv,
    walletCryptogram: card.wallet?.cryptogram,
    walletEci: card.wallet?.eci,
    holderName: plain(card.holderName),
    postalCode: plain(billingAddress?.zipCode),
    street: plain(billingAddress?.street),
    initialNetworkTransactionId: initiator.type === 'mit' ? initiator.networkTransactionId : undefined,
  }
}

/** Hosts know no accents: letters lose them, and anything else is a space. */
const plain = (text: string | undefined): string | undefined =>
  text
    ?.normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/g, ' ') || undefined

function circumstanceOf({ card, initiator }: Pick<AuthorizeRequest, 'card' | 'initiator'>): Circumstance {
  if (initiator.type === 'mit') return initiator.reason
  if (card.wallet?.cryptogram) return 'wallet'
  return initiator.storesCard ? 'storing' : 'shopper'
}
