import countries from 'i18n-iso-countries'
import { iso31662 } from 'iso-3166'
import { z } from 'zod'
import {
  clearable,
  email,
  type FieldNumbers,
  listOf,
  moment,
  optional,
  text,
  textOf,
  yesNo,
} from '#kernel/api-field.ts'

/** What may be said of a customer (wire facts 1.3 and 3.3), with the error numbers that clients know. */

const badReference: FieldNumbers = { wrong: 1620, missing: 1620 }

export const identifierField = text(
  {
    max: 92,
    pattern: /^[0-9a-z\-_.@\s]+$/i,
    what: 'your own identifier of the customer: letters, digits, spaces and - _ . @',
  },
  badReference,
)
export const emailField = email(150, { wrong: 1651, missing: 1646 })
export const tagField = text({ max: 100, pattern: /^[0-9a-z\-_.]+$/i, what: 'a tag: letters, digits and - _ .' })
const tagsMax = 100

const country = z
  .unknown()
  .transform((unchecked, context) => {
    const code = textOf(unchecked)?.toUpperCase() ?? ''
    if (Object.hasOwn(countryCodes, code)) return code
    context.addIssue({ code: 'custom', message: 'must be a two-letter country code of ISO 3166-1, such as RO' })
    return z.NEVER
  })
  .meta({ type: 'string', description: 'A two-letter country code of ISO 3166-1', examples: ['RO'] })
const countryCodes = countries.getAlpha2Codes()

/** People type spaces, dots, dashes and brackets into a number; its digits and a leading plus are kept. */
const phone = text({ max: 40, what: 'a phone number of at most 16 digits, with or without a leading +' })
  .transform((typed, context) => {
    const digits = typed.replaceAll(/[\s.()/-]/g, '')
    if (/^\+?\d{1,16}$/.test(digits)) return digits
    context.addIssue({ code: 'custom', message: 'must be at most 16 digits with or without a leading +' })
    return z.NEVER
  })
  .meta({ type: 'string', description: 'At most 16 digits, with or without a leading +' })

const known = {
  firstName: text({ max: 100, what: 'a first name' }),
  lastName: text({ max: 100, what: 'a last name' }),
  country,
  state: text({ max: 6, what: 'a state of the US or Canada, such as NY' }),
  city: text({ max: 100, what: 'a city' }),
  zipCode: text({ max: 100, pattern: /^[0-9a-z\s-]+$/i, what: 'a postal code: letters, digits, spaces and -' }),
  address: text({ max: 150, what: 'an address' }),
  phone,
}

/** Of a new customer: what is empty is not known. */
export const newCustomerFields = {
  firstName: optional(known.firstName),
  lastName: optional(known.lastName),
  country: optional(known.country),
  state: optional(known.state),
  city: optional(known.city),
  zipCode: optional(known.zipCode),
  address: optional(known.address),
  phone: optional(known.phone),
  isWhitelisted: optional(yesNo()),
  isWhitelistedUntil: optional(moment()),
  tag: optional(listOf(tagField, { max: tagsMax })),
}

/** Of a change: what is left out stays, what is sent empty goes. */
export const changedCustomerFields = {
  identifier: optional(identifierField),
  email: optional(emailField),
  firstName: clearable(known.firstName),
  lastName: clearable(known.lastName),
  country: clearable(known.country),
  state: clearable(known.state),
  city: clearable(known.city),
  zipCode: clearable(known.zipCode),
  address: clearable(known.address),
  phone: clearable(known.phone),
  isWhitelisted: optional(yesNo()),
  isWhitelistedUntil: clearable(moment()),
  tag: clearable(listOf(tagField, { max: tagsMax })),
}

/**
 * The state as it is kept: two letters, of a country that has states here. Undefined when it is none of them: `NY` and,
 * written out, `US-NY` are New York.
 */
export function stateOf(country: string | undefined, state: string): string | undefined {
  const code = state.toUpperCase().replace(`${country}-`, '')
  return states.get(country ?? '')?.has(code) ? code : undefined
}

const states: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ['US', 'CA'].map((parent) => [
    parent,
    new Set(iso31662.filter((part) => part.parent === parent).map(({ code }) => code.slice(3))),
  ]),
)
