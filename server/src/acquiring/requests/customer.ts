import { countryRule, readCountryCode } from '#kernel/base/country.ts'
import { email, type Field, hasObject, listOf, plainText, required, text } from '#kernel/http/form-field.ts'
import { customerRules, phoneRule, readPhoneNumber, readStateCode, statesOf, tagsMax } from './customer-rules.ts'
import type { Customer } from './request.ts'

/** The customer of the specification's table, with the leniencies of wire fact 1.3. Undefined when absent or wrong. */
export function readCustomer(field: Field): Customer | undefined {
  if (!hasObject(field)) return undefined
  const { identifier: rule } = customerRules
  const identifier = required(field.get('identifier'), rule.what, text(rule))
  const rest = {
    email: email(customerRules.email.max)(field.get('email')),
    firstName: text(customerRules.firstName)(field.get('firstName')),
    lastName: text(customerRules.lastName)(field.get('lastName')),
    ...readCountry(field),
    city: text(customerRules.city)(field.get('city')),
    address: text(customerRules.address)(field.get('address')),
    zipCode: text(customerRules.zipCode)(field.get('zipCode')),
    phone: readPhone(field.get('phone')),
    tags: readTags(field.get('tags')),
  }
  return identifier === undefined ? undefined : { identifier, ...rest }
}

/** Labels of a customer or an order. One that is sent twice is kept once. */
export function readTags(field: Field): string[] {
  return [...new Set(listOf(field, { what: 'tags', entriesMax: tagsMax }, text(customerRules.tag)))]
}

function readCountry(customer: Field): Pick<Customer, 'country' | 'state'> {
  const country = countryCode(customer.get('country'))
  return { country, state: readState(customer.get('state'), customer.get('country'), country) }
}

function countryCode(field: Field): string | undefined {
  if (!field.present) return undefined
  return readCountryCode(plainText(field) ?? '') ?? field.mustBe(countryRule)
}

/** Other countries than the US and Canada have no states here. */
function readState(field: Field, sentCountry: Field, country: string | undefined): string | undefined {
  if (!field.present) return undefined
  if (!sentCountry.present) return field.refuse('needs customer.country, which must be US or CA')
  if (country === undefined) return undefined
  const states = statesOf.get(country)
  if (!states) return field.refuse(`is for country US or CA only; leave it out for ${country}`)
  const code = readStateCode(country, plainText(field) ?? '')
  return code ?? field.mustBe(`a two-letter code of ISO 3166-2:${country}, such as ${states[0]!.code}`)
}

/** A plugin puts the plus in front of whatever is left of a number; of no number, only the plus is left. */
function readPhone(field: Field): string | undefined {
  const typed = plainText(field)
  if (!field.present || typed === '' || /^[\s+.()/-]+$/.test(typed ?? '')) return undefined
  return readPhoneNumber(typed ?? '') ?? field.mustBe(phoneRule)
}
