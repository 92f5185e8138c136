import { iso31662 } from 'iso-3166'
import { maskNumbersInText } from '#kernel/base/mask-numbers.ts'

/**
 * The rules of a customer's fields, wherever they come from: a checkout request, the API, or a shopper on a page
 * (merchant-payments, customer; wire facts 1.3 and 3.3). `max` is in characters; `what` says what to send.
 */
export const customerRules = {
  /** The specification's pattern has lower case only; its own examples and all clients have both. */
  identifier: {
    max: 92,
    pattern: /^[0-9a-z\-_.@\s]+$/i,
    what: 'your own identifier of the customer: letters, digits, spaces and - _ . @',
  },
  email: { max: 150 },
  firstName: { max: 100, what: 'a first name', prose: true },
  lastName: { max: 100, what: 'a last name', prose: true },
  city: { max: 100, what: 'a city', prose: true },
  address: { max: 150, what: 'an address', prose: true },
  zipCode: { max: 100, pattern: /^[0-9a-z\s-]+$/i, what: 'a postal code: letters, digits, spaces and -', prose: true },
  /** Of a customer or an order. */
  tag: { max: 100, pattern: /^[0-9a-z\-_.]+$/i, what: 'a tag: letters, digits and - _ .', prose: true },
} as const

/** How many tags a customer or an order may have. */
export const tagsMax = 100

/** The rule of a phone number, as it goes on after "must be". */
export const phoneRule = 'at most 16 digits with or without a leading +'

/**
 * People type spaces, dots, dashes and brackets into a number; its digits and a leading plus are stored. Undefined when
 * that leaves no phone number.
 */
export function readPhoneNumber(typed: string): string | undefined {
  if (typed.length > phoneTypedMax) return undefined
  const digits = typed.replaceAll(/[\s\p{Pd}.()/]/gu, '')
  // Sixteen digits are more than any phone number has (ITU-T E.164), and may be a card's.
  const isCard = digits.length === 16 && maskNumbersInText(digits) !== digits
  return /^\+?\d{1,16}$/.test(digits) && !isCard ? digits : undefined
}
const phoneTypedMax = 40

/** The countries whose states matter to card networks (merchant-payments, customer.state), and their states. */
export const statesOf: ReadonlyMap<string, readonly { code: string; name: string }[]> = new Map(
  ['US', 'CA'].map((country) => [
    country,
    iso31662.filter(({ parent }) => parent === country).map(({ code, name }) => ({ code: code.slice(3), name })),
  ]),
)

/**
 * The state as it is stored: two letters. `NY` and, written out, `US-NY` are New York. Undefined: it is none of them.
 */
export function readStateCode(country: string | undefined, typed: string): string | undefined {
  const wanted = typed.toUpperCase().replace(`${country}-`, '')
  return statesOf.get(country ?? '')?.find(({ code }) => code === wanted)?.code
}
