import countries from 'i18n-iso-countries'
import { iso31662 } from 'iso-3166'
import { email, type Field, hasObject, listOf, plainText, required, text } from './field.ts'
import type { Customer } from './request.ts'

/** The customer of the specification's table, with the leniencies of wire fact 1.3. Undefined when absent or wrong. */
export function readCustomer(field: Field): Customer | undefined {
  if (!hasObject(field)) return undefined
  const identifier = required(field.get('identifier'), customerIdentifier.what, text(customerIdentifier))
  const rest = {
    email: email(150)(field.get('email')),
    firstName: text({ max: 100, what: 'a first name' })(field.get('firstName')),
    lastName: text({ max: 100, what: 'a last name' })(field.get('lastName')),
    ...readCountry(field),
    city: text({ max: 100, what: 'a city' })(field.get('city')),
    address: text({ max: 150, what: 'an address' })(field.get('address')),
    zipCode: text(zipCode)(field.get('zipCode')),
    phone: readPhone(field.get('phone')),
    tags: readTags(field.get('tags')),
  }
  return identifier === undefined ? undefined : { identifier, ...rest }
}

/** The specification's pattern has lower case only; its own examples and all clients have both. */
const customerIdentifier = {
  max: 92,
  pattern: /^[0-9a-z\-_.@\s]+$/i,
  what: 'your own identifier of the customer: letters, digits, spaces and - _ . @',
}
const zipCode = { max: 100, pattern: /^[0-9a-z\s-]+$/i, what: 'a postal code: letters, digits, spaces and -' }

/** Labels of a customer or an order. One that is sent twice is kept once. */
export function readTags(field: Field): string[] {
  return [...new Set(listOf(field, { what: 'tags', entriesMax: tagsMax }, text(tag)))]
}
const tagsMax = 100
const tag = { max: 100, pattern: /^[0-9a-z\-_.]+$/i, what: 'a tag: letters, digits and - _ .' }

function readCountry(customer: Field): Pick<Customer, 'country' | 'state'> {
  const country = countryCode(customer.get('country'))
  return { country, state: readState(customer.get('state'), customer.get('country'), country) }
}

function countryCode(field: Field): string | undefined {
  if (!field.present) return undefined
  const code = plainText(field)?.toUpperCase() ?? ''
  return Object.hasOwn(countryCodes, code) ? code : field.mustBe('a two-letter country code of ISO 3166-1, such as RO')
}
const countryCodes = countries.getAlpha2Codes()

/** `NY` or, written out, `US-NY`. Other countries than these two have no states here. */
function readState(field: Field, sentCountry: Field, country: string | undefined): string | undefined {
  if (!field.present) return undefined
  if (!sentCountry.present) return field.refuse('needs customer.country, which must be US or CA')
  if (country === undefined) return undefined
  const codes = statesOf.get(country)
  if (!codes) return field.refuse(`is for country US or CA only; leave it out for ${country}`)
  const code = plainText(field)?.toUpperCase().replace(`${country}-`, '') ?? ''
  return codes.has(code) ? code : field.mustBe(`a two-letter code of ISO 3166-2:${country}, such as ${[...codes][0]}`)
}

const statesOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ['US', 'CA'].map((country) => [
    country,
    new Set(iso31662.filter(({ parent }) => parent === country).map(({ code }) => code.slice(3))),
  ]),
)

/** People type spaces, dots, dashes and brackets into a number; only its digits and a leading plus are kept. */
function readPhone(field: Field): string | undefined {
  if (!field.present) return undefined
  const read = plainText(field) ?? 'no text'
  const phone = read.length > phoneCharactersMax ? read : read.replaceAll(/[\s.()/-]/g, '')
  // A plugin puts the plus in front of whatever is left of a number; of no number, only the plus is left.
  if (phone === '+' || phone === '') return undefined
  return /^\+?\d{1,16}$/.test(phone) ? phone : field.mustBe('at most 16 digits with or without a leading +')
}
const phoneCharactersMax = 40
