import { iso31661 } from 'iso-3166'
import { type CustomerFieldName, type FieldError, type FieldProblem, plainDigits, type WantedField } from '#pages'
import { countriesWithStates, states } from './states.ts'

export type CustomerFacts = Partial<Record<CustomerFieldName, string>>

/**
 * Reads what a payment link asks its shopper for. Only wanted fields are read, whatever else was sent; an empty answer
 * is none. Lengths and patterns are those of the checkout request's customer object.
 */
export function readCustomerFields(
  unchecked: Readonly<Record<string, unknown>>,
  wanted: readonly Pick<WantedField, 'name' | 'required'>[],
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
  checkState(facts, errors, wanted)
  return errors.length > 0 ? { errors } : { facts }
}

/** A state belongs to its country: it is needed only where there are states, and dropped where there are none. */
function checkState(
  facts: CustomerFacts,
  errors: FieldError[],
  wanted: readonly Pick<WantedField, 'name' | 'required'>[],
): void {
  if (errors.some(({ field }) => field === 'state')) return
  const { country, state } = facts
  if (country === undefined || !countriesWithStates.includes(country)) delete facts.state
  else if (state === undefined && wanted.some(({ name, required }) => name === 'state' && required))
    errors.push({ field: 'state', problem: 'answer_missing' })
  else if (state !== undefined && !state.startsWith(`${country}-`))
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

const readers: Readonly<Record<CustomerFieldName, Reader>> = {
  email: atMost(150, matching(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/, 'email_unreadable')),
  firstName: atMost(100),
  lastName: atMost(100),
  phone: (text) => readPhone(plainDigits(text).replaceAll(/[\s\p{Pd}()./]/gu, '')),
  address: atMost(150),
  city: atMost(100),
  zipCode: atMost(100, matching(/^[\da-z\s-]+$/i, 'zip_code_unreadable')),
  country: (text) => (countries.has(text) ? { text } : { text, problem: 'country_unknown' }),
  state: (text) => (stateCodes.has(text) ? { text } : { text, problem: 'state_unknown' }),
}

const readPhone = matching(/^\+?\d{1,16}$/, 'phone_unreadable')
const countries: ReadonlySet<string> = new Set(iso31661.map(({ alpha2 }) => alpha2))
const stateCodes: ReadonlySet<string> = new Set(states.map(({ value }) => value))
