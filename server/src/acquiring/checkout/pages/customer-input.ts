import { customerRules, readPhoneNumber, readStateCode, statesOf } from '#acquiring/requests'
import {
  type CustomerFieldName,
  type FieldError,
  type FieldProblem,
  holdsCardNumber,
  plainDigits,
  type WantedField,
} from '#core/pages'
import { readCountryCode } from '#kernel/base/country.ts'
import { isEmailAddress } from '#kernel/http/read.ts'

export type CustomerFacts = Partial<Record<CustomerFieldName, string>>

/**
 * Reads the fields that a page requests from its shopper. Other fields are ignored; an empty value counts as none.
 * Lengths and patterns are those of the checkout request's customer object. `country` is the one that is known already:
 * a state may be one of it.
 */
export function readCustomerFields(
  unchecked: Readonly<Record<string, unknown>>,
  wanted: readonly Pick<WantedField, 'name' | 'required'>[],
  country?: string | undefined,
): { facts: CustomerFacts } | { errors: FieldError[] } {
  const facts: CustomerFacts = {}
  const errors: FieldError[] = []
  for (const { name, required } of wanted) {
    const typed = unchecked[name]
    const text = typeof typed === 'string' ? typed.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() : ''
    if (text !== '') {
      const read = readers[name](text)
      if (read.problem) errors.push({ field: name, problem: read.problem })
      else facts[name] = read.text
    } else if (required && name !== 'state') errors.push({ field: name, problem: 'answer_missing' })
  }
  checkState(facts, errors, { wanted, country: facts.country ?? country })
  return errors.length > 0 ? { errors } : { facts }
}

/** A state belongs to its country: it is needed only where there are states, and dropped where there are none. */
function checkState(
  facts: CustomerFacts,
  errors: FieldError[],
  { wanted, country }: { wanted: readonly Pick<WantedField, 'name' | 'required'>[]; country: string | undefined },
): void {
  if (errors.some(({ field }) => field === 'state')) return
  const { state } = facts
  if (!statesOf.has(country ?? '')) delete facts.state
  else if (state === undefined && wanted.some(({ name, required }) => name === 'state' && required))
    errors.push({ field: 'state', problem: 'answer_missing' })
  else if (state !== undefined && !readStateCode(country, state))
    errors.push({ field: 'state', problem: 'state_unknown' })
}

type Read = { text: string; problem?: FieldProblem }
type Reader = (text: string) => Read

const atMost =
  (length: number, check: Reader = (text) => ({ text })): Reader =>
  (text) =>
    [...text].length > length ? { text, problem: 'answer_too_long' } : check(text)

const matching =
  (pattern: RegExp, problem: FieldProblem): Reader =>
  (text) =>
    pattern.test(text) ? { text } : { text, problem }

const read =
  (reader: (text: string) => string | undefined, problem: FieldProblem): Reader =>
  (text) => {
    const found = reader(text)
    return found === undefined ? { text, problem } : { text: found }
  }

/** Whatever a merchant calls a field: the number of a card is stored nowhere but in the vault. */
const noCardNumber =
  (check: Reader = (text) => ({ text })): Reader =>
  (text) =>
    holdsCardNumber(text) ? { text, problem: 'answer_is_card_number' } : check(text)

const { email, firstName, lastName, address, city, zipCode } = customerRules

const readers: Readonly<Record<CustomerFieldName, Reader>> = {
  email: atMost(
    email.max,
    read((text) => (isEmailAddress(text) ? text : undefined), 'email_unreadable'),
  ),
  firstName: atMost(firstName.max, noCardNumber()),
  lastName: atMost(lastName.max, noCardNumber()),
  phone: read((text) => readPhoneNumber(plainDigits(text)), 'phone_unreadable'),
  address: atMost(address.max, noCardNumber()),
  city: atMost(city.max, noCardNumber()),
  zipCode: atMost(zipCode.max, noCardNumber(matching(zipCode.pattern, 'zip_code_unreadable'))),
  country: read(readCountryCode, 'country_unknown'),
  // It is read with its country.
  state: (text) => ({ text }),
}
