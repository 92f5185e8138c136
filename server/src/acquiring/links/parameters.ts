import { z } from 'zod'
import { pageQuery } from '#acquiring/api'
import { merchantCurrencies } from '#acquiring/ids'
import type { JsonValue } from '#kernel/base/json.ts'
import { amount, clearable, moment, oneOf, optional, text, wholeNumber, yesNo } from '#kernel/http/field.ts'
import { requiredFields } from './link.ts'
import { type FlatLink, flatName, level3Names } from './terms-request.ts'

/**
 * The parameters of a payment link as clients send them (merchant-payments, payment link). What the checkout request
 * knows too is used as it was sent: `read-terms.ts` reads it by the request's own rules.
 */

const asSent = (what: string, described: Record<string, unknown> = { type: 'string' }) =>
  z
    .unknown()
    .transform((sent) => sent as JsonValue | undefined)
    .meta({ description: what, ...described })
    .optional()

const decimal = { type: ['number', 'string'], examples: ['9.90'] }
const item = {
  type: 'object',
  required: ['item', 'unitPrice', 'units'],
  properties: {
    item: { type: 'string', maxLength: 512 },
    unitPrice: decimal,
    units: decimal,
    type: { type: 'string', enum: ['physical', 'digital'] },
    code: { type: 'string', maxLength: 64 },
    vatPercent: decimal,
    itemDescription: { type: 'string', maxLength: 500 },
  },
}

const group = (what: string, names: readonly string[]) =>
  asSent(what, {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [name, { type: ['integer', 'string'], enum: [0, 1, '0', '1'] }]),
    ),
    additionalProperties: false,
  })

const level3 = Object.fromEntries(
  Object.entries(level3Names).flatMap(([prefix, names]) =>
    names.map((name) => [flatName(prefix, name), asSent(`Level 3: ${name}`)] as const),
  ),
)

const described = {
  content: asSent(
    'What is sold: a text, or with contentType Items a list: content[0][item], content[0][unitPrice], …',
    {
      oneOf: [{ type: 'string' }, { type: 'array', minItems: 1, items: item }],
    },
  ),
  intervalType: asSent('How often a recurring order is billed', { type: 'string', enum: ['day', 'month'] }),
  intervalValue: asSent('So many days or months lie between two billings: 1 to 365', { type: ['integer', 'string'] }),
  trialAmount: asSent('What the first charge takes, when it is not the regular amount', decimal),
  firstBillDate: asSent('When the regular billing begins: a date, or a date and time of ISO 8601; in the future'),
  customerEmail: asSent('Already filled in for the shopper', { type: 'string', format: 'email', maxLength: 150 }),
  customerIdentifier: asSent('Your own identifier of the customer whose order it becomes', {
    type: 'string',
    maxLength: 92,
  }),
  customerTags: asSent('Labels of the customer', { type: 'array', items: { type: 'string', maxLength: 100 } }),
  customerRequiredFields: group('What the shopper must fill in: customerRequiredFields[phone]=1', requiredFields),
  level3Type: asSent('Which level 3 data is sent', { type: 'string', enum: ['airline', 'tourism'] }),
  ...level3,
}

const siteId = wholeNumber({ min: 1, max: 2_147_483_647 })
const limitAccess = wholeNumber({ min: 1, max: 1_000_000_000 })
const expireDate = text({
  max: 10,
  what: 'the last day on which it can be paid, yyyy-mm-dd, in the time zone of the site',
})

/** Of POST: all that a link needs. */
export const newLink = z.object({
  siteId,
  amount: amount('the total to charge'),
  currency: oneOf(merchantCurrencies),
  orderType: oneOf(['purchase', 'recurring']),
  active: optional(yesNo()),
  contentType: oneOf(['Description', 'Items']),
  limitAccess: optional(limitAccess),
  expireDate: optional(expireDate),
  ...described,
})

/** Of PUT: what is left out stays as it is; what is sent empty is removed. */
export const changedLink = z.object({
  siteId: optional(siteId),
  amount: optional(amount('the total to charge')),
  currency: optional(oneOf(merchantCurrencies)),
  orderType: optional(oneOf(['purchase', 'recurring'])),
  active: optional(yesNo()),
  contentType: optional(oneOf(['Description', 'Items'])),
  limitAccess: clearable(limitAccess),
  expireDate: clearable(expireDate),
  ...described,
})

/** How links can be looked for; removed ones are not found. */
export const linkFilters = z.object({
  siteId,
  amount: optional(amount('the amount')),
  active: optional(yesNo()),
  startDate: optional(moment()).meta({
    description: 'Made then or later: yyyy-mm-dd hh:mm:ss, in the time zone of the site.',
  }),
  endDate: optional(moment()).meta({
    description: 'Made then or earlier: yyyy-mm-dd hh:mm:ss, in the time zone of the site.',
  }),
  customerEmail: optional(text({ max: 150, what: 'the e-mail address of the link' })),
  limitAccess: optional(limitAccess),
  ...pageQuery,
})

export type LinkParameters = z.output<typeof changedLink>
export type LinkFilters = z.output<typeof linkFilters>

/** The parameters of the terms, by their names, as they were sent; without those that were not sent. */
export function sentTerms(parameters: LinkParameters): FlatLink {
  const { siteId, active, limitAccess, expireDate, amount: sum, ...terms } = parameters
  const flat: FlatLink = { ...terms, amount: sum?.digits }
  return Object.fromEntries(Object.entries(flat).filter(([, value]) => value !== undefined))
}
