import { z } from 'zod'
import { customerRules, phoneRule, readPhoneNumber, tagsMax } from '#acquiring/requests'
import { countryRule, readCountryCode } from '#kernel/base/country.ts'
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
} from '#kernel/http/field.ts'

/** The fields of a customer (wire facts 1.3 and 3.3), with the error numbers that clients know. */

const badReference: FieldNumbers = { wrong: 1620, missing: 1620 }

export const identifierField = text(customerRules.identifier, badReference)
export const emailField = email(customerRules.email.max, { wrong: 1651, missing: 1646 })
export const tagField = text(customerRules.tag)

/** A field of one line whose rule is described in words. */
const readBy = (read: (typed: string) => string | undefined, rule: string) =>
  z.unknown().transform((unchecked, context) => {
    const value = read(textOf(unchecked) ?? '')
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: `must be ${rule}` })
    return z.NEVER
  })

const country = readBy(readCountryCode, countryRule).meta({
  type: 'string',
  description: 'A two-letter country code of ISO 3166-1',
  examples: ['RO'],
})
const phone = readBy(readPhoneNumber, phoneRule).meta({
  type: 'string',
  description: 'At most 16 digits, with or without a leading +',
})

const known = {
  firstName: text(customerRules.firstName),
  lastName: text(customerRules.lastName),
  country,
  state: text({ max: 6, what: 'a state of the US or Canada, such as NY' }),
  city: text(customerRules.city),
  zipCode: text(customerRules.zipCode),
  address: text(customerRules.address),
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
