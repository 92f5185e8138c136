import { z } from 'zod'
import { isoCurrencies } from '#kernel/base/assets.ts'
import { amount, country, date, listOf, oneOf, optional, text, trueOrFalse } from '#kernel/http/field.ts'
import { readPhoneNumber } from './phone-number.ts'
import type { SubmittedStep } from './steps.ts'

/**
 * What each step reads (wire fact 6.5; the rules beside the names are ours, see decision 61). Fields that are not known
 * are ignored. Answers are stored as they are read here, as JSON.
 */

const name = (what: string) => text({ max: 100, min: 1, pattern: /\p{L}/u, what, prose: true })
const words = (what: string, max = 100) => text({ max, min: 1, what, prose: true })
const dateText = () => date().transform((day) => day.toString())

const phoneNumber = () =>
  text({ max: 40, what: 'a phone number with its country, such as +40 721 234 567' }).transform((typed, context) => {
    const number = readPhoneNumber(typed)
    if (number !== undefined) return number
    context.addIssue({ code: 'custom', message: 'must be a phone number that exists, with + and its country code' })
    return z.NEVER
  })

const agreed = (message: string) => trueOrFalse().refine((yes) => yes, message)

export const sourcesOfFunds = [
  'employment',
  'self-employment',
  'business',
  'pension',
  'benefits',
  'savings',
  'investments',
  'property',
  'inheritance',
  'gift',
  'other',
] as const
export const genders = ['female', 'male', 'other', 'undisclosed'] as const
export const pepRelations = ['self', 'family', 'associate'] as const

export const answersOf = {
  agreement: z.object({
    accepted: agreed('must be true: without the agreement there is no account'),
    termsVersion: words('the version of the terms that the customer has read', 50),
  }),
  'personal-info': z.object({
    firstName: name('all first names, as in the document'),
    lastName: name('the last name, as in the document'),
    dateOfBirth: dateText(),
    nationality: country(),
    otherNationalities: optional(listOf(country(), { max: 5 })),
    phoneNumber: phoneNumber(),
    taxNumber: optional(words('a tax number', 40)),
  }),
  residence: z.object({
    country: country(),
    city: words('a city'),
    street: words('street and number', 150),
    postalCode: optional(text({ max: 16, min: 1, pattern: /^[0-9A-Za-z -]+$/, what: 'a postal code' })).meta({
      description: 'May be left out where there are none.',
    }),
    state: optional(words('a state or province')),
  }),
  gender: z.object({ gender: oneOf(genders) }),
  birthplace: z.object({ country: country(), city: words('a city') }),
  'wealth-and-income': z.object({
    occupation: words('an occupation'),
    sourceOfFunds: oneOf(sourcesOfFunds),
    sourceOfFundsDetails: optional(words('where the money comes from', 500)),
    annualIncome: amount('the income of a year').transform(({ digits }) => digits),
    incomeCurrency: optional(oneOf(isoCurrencies, { what: 'the code of a currency, such as EUR' })).meta({
      default: 'EUR',
    }),
    purpose: optional(words('what the account is for', 500)),
  }),
  pep: z.object({
    isPep: trueOrFalse().meta({
      description: 'Whether the customer is a politically exposed person, or close to one.',
    }),
    relation: optional(oneOf(pepRelations)),
    position: optional(words('the public function', 200)),
    country: optional(country()),
    since: optional(dateText()),
    until: optional(dateText()),
  }),
  'confirm-pep': z.object({
    confirmed: agreed('must be true; another answer is given with POST /kyc/pep'),
  }),
} as const satisfies Record<SubmittedStep, z.ZodObject>

export type Answers<Step extends SubmittedStep = SubmittedStep> = z.output<(typeof answersOf)[Step]>
