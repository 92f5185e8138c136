import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RequestRules } from '#acquiring/requests'
import { type JsonValue, parseJsonExactly } from '#kernel/base/json.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { readTerms } from './read-terms.ts'
import { type FlatLink, flatOf, requestOfLink } from './terms-request.ts'

const rules: RequestRules = {
  currencies: ['EUR', 'RON'],
  now: Temporal.Instant.from('2026-11-20T12:00:00Z'),
  timeZone: 'Europe/Bucharest',
}
const bread: FlatLink = {
  amount: '25.00',
  currency: 'EUR',
  orderType: 'purchase',
  contentType: 'Description',
  content: 'Bread',
}
const cart: FlatLink = {
  ...bread,
  contentType: 'Items',
  content: [
    { item: 'Bread', unitPrice: '10', units: '2', type: 'physical' },
    { item: 'Bag', unitPrice: '5.00', units: '1' },
  ],
}
const monthly: FlatLink = { ...bread, orderType: 'recurring', intervalType: 'month', intervalValue: '1' }
const flight: FlatLink = {
  ...cart,
  content: [
    {
      item: 'Flight',
      unitPrice: '25',
      units: '1',
      type: 'digital',
      code: 'F1',
      vatPercent: '19',
      itemDescription: 'To Cluj',
    },
  ],
  level3Type: 'airline',
  level3AirlineTicketNumber: 'T-1',
  level3AirlineDepartureDate: '2027-01-05',
}

const problemsIn = (flat: FlatLink, before?: Parameters<typeof readTerms>[2]): string[] => {
  try {
    readTerms(flat, rules, before)
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const problems = error.problems
    expect(error.field).toBe(problems[0]!.field)
    return problems.map(({ field, rule }) => `${field} ${rule}`)
  }
}

test('a link in words is read in one spelling', () => {
  expect(readTerms({ ...bread, amount: '25.5', customerEmail: ' ana@example.com ' }, rules)).toMatchObject({
    amount: '25.50',
    currency: 'EUR',
    orderType: 'purchase',
    contentType: 'Description',
    content: 'Bread',
    customerEmail: 'ana@example.com',
    customerTags: [],
    customerRequiredFields: [],
  })
})

test('a cart is kept line by line, with what its merchant did not say left unsaid', () => {
  expect(readTerms(cart, rules).content).toEqual([
    { item: 'Bread', unitPrice: '10.00', units: '2', type: 'physical' },
    { item: 'Bag', unitPrice: '5.00', units: '1' },
  ])
})

test('JSON numbers and form text are the same link', () => {
  const json = parseJsonExactly('{"amount":25,"intervalValue":1,"trialAmount":0.5}') as Record<string, JsonValue>
  expect(readTerms({ ...monthly, ...json }, rules)).toEqual(readTerms({ ...monthly, trialAmount: '0.50' }, rules))
})

test('fields of a group that say 1 are required, in the order of the page and each once', () => {
  const customerRequiredFields = { phone: '1', firstName: 'true', city: '0', zipCode: '' }
  expect(readTerms({ ...bread, customerRequiredFields }, rules).customerRequiredFields).toEqual(['firstName', 'phone'])
})

test('level 3 data goes in and comes out under its flat names', () => {
  expect(readTerms(flight, rules)).toMatchObject({
    level3Type: 'airline',
    level3: { level3AirlineTicketNumber: 'T-1', level3AirlineDepartureDate: '2027-01-05' },
  })
})

test('level 3 data goes with a description, and with a plain cart', () => {
  const described = { ...flight, contentType: 'Description', content: 'Flight' }
  expect(readTerms(described, rules)).toMatchObject({ content: 'Flight', level3Type: 'airline' })
  expect(readTerms({ ...flight, content: cart.content }, rules)).toMatchObject({ level3Type: 'airline' })
})

test('the agency of a journey may be spelled in either of its two ways', () => {
  const tour = { level3Type: 'tourism', level3AirlineTicketNumber: undefined, level3AirlineDepartureDate: undefined }
  expect(readTerms({ ...flight, ...tour, level3TourismAgencyCode: 'A1' }, rules).level3).toEqual({
    level3TourismTravelAgencyCode: 'A1',
  })
})

test('what an order of this type has no use for is not kept', () => {
  const { intervalType, firstBillDate, trialAmount } = readTerms(
    { ...monthly, orderType: 'purchase', trialAmount: '1' },
    rules,
  )
  expect([intervalType, firstBillDate, trialAmount]).toEqual([undefined, undefined, undefined])
})

describe('what a shopper would be refused for is refused when the link is made, by the name its merchant knows', () => {
  test.each<[string, FlatLink, string[]]>([
    ['nothing to pay', { ...bread, amount: '0' }, ['amount must be at least 0.01']],
    ['a third decimal', { ...bread, amount: '1.005' }, ['amount must be a number with at most two decimals']],
    [
      'a currency the site does not take',
      { ...bread, currency: 'USD' },
      ['currency must be one of EUR, RON, the currencies of this site'],
    ],
    ['nothing sold', { ...bread, content: undefined }, ['content is required: with contentType Description']],
    ['an empty cart', { ...cart, content: [] }, ['content must have at least one item']],
    ['text for a cart', { ...cart, content: 'Bread' }, ['content must be a list of items']],
    ['a cart for text', { ...cart, contentType: 'Description' }, ['content must be a description of what is sold']],
    [
      'a line without a price',
      { ...cart, content: [{ item: 'Bread', units: '1' }] },
      ['content[0][unitPrice] is required'],
    ],
    [
      'half a line',
      { ...cart, content: [{ item: 'Bread', unitPrice: '25', units: '0' }] },
      ['content[0][units] must be a number greater than zero'],
    ],
    [
      'a cart that does not add up',
      { ...cart, amount: '26' },
      ['content must add up to amount: unit price times units comes to 25.00, amount is 26.00'],
    ],
    [
      'no interval',
      { ...monthly, intervalType: undefined },
      ['intervalType is required: day or month, for orderType recurring'],
    ],
    [
      'too long an interval',
      { ...monthly, intervalValue: '366' },
      ['intervalValue must be a whole number from 1 to 365'],
    ],
    ['a free trial', { ...monthly, trialAmount: '0' }, ['trialAmount must be greater than 0']],
    [
      'a first bill without a trial',
      { ...monthly, firstBillDate: '2027-01-01' },
      ['firstBillDate needs trialAmount, greater than 0'],
    ],
    [
      'a first bill in the past',
      { ...monthly, trialAmount: '1', firstBillDate: '2026-11-20' },
      ['firstBillDate must be in the future'],
    ],
    [
      'a first bill on no day',
      { ...monthly, trialAmount: '1', firstBillDate: '2027-02-30' },
      ['firstBillDate must be an ISO 8601 date'],
    ],
    ['an e-mail address that is none', { ...bread, customerEmail: 'ana' }, ['customerEmail must be an e-mail address']],
    [
      'an impossible identifier',
      { ...bread, customerIdentifier: 'ana!' },
      ['customerIdentifier must be your own identifier'],
    ],
    ['a tag that is none', { ...bread, customerTags: ['ok', 'not ok'] }, ['customerTags[1] must be a tag']],
    [
      'a field that no shopper has',
      { ...bread, customerRequiredFields: { shoeSize: '1' } },
      ['customerRequiredFields[shoeSize] is not one of the fields'],
    ],
    [
      'a flag that is neither yes nor no',
      { ...bread, customerRequiredFields: { phone: 'maybe' } },
      ['customerRequiredFields[phone] must be 1 or 0'],
    ],
    ['a flag in words', { ...bread, customerRequiredFields: 'phone' }, ['customerRequiredFields must be a group']],
    [
      'too long a ticket',
      { ...flight, level3AirlineTicketNumber: 'x'.repeat(65) },
      ['level3AirlineTicketNumber may have at most 64 characters'],
    ],
  ])('%s', (_, flat, expected) => {
    const problems = problemsIn(flat)
    for (const [index, text] of expected.entries()) expect(problems[index]).toContain(text)
    expect(problems.join()).not.toMatch(/\border\.|\bcustomer\./)
  })

  test('all of it at once', () => {
    expect(
      problemsIn({ ...bread, amount: 'x', currency: 'USD', customerEmail: 'ana', content: '' }).map(
        (line) => line.split(' ')[0],
      ),
    ).toEqual(['content', 'customerEmail', 'amount', 'currency'])
  })
})

test('a first bill that has passed since the link was made is no reason to refuse a change of something else', () => {
  const dated = { ...monthly, trialAmount: '1', firstBillDate: '2026-11-21' }
  const terms = readTerms(dated, rules)
  const later = { ...rules, now: Temporal.Instant.from('2026-12-20T12:00:00Z') }
  expect(readTerms({ ...flatOf(terms), content: 'Other bread' }, later, terms)).toMatchObject({
    firstBillDate: '2026-11-21',
  })
  expect(() => readTerms(dated, later)).toThrow('firstBillDate must be in the future')
})

/** Parameters with much that is right and anything that is not. */
const anyLink: fc.Arbitrary<FlatLink> = fc
  .tuple(
    fc.constantFrom(bread, cart, monthly, flight),
    fc.dictionary(
      fc.constantFrom(
        'amount',
        'currency',
        'content',
        'contentType',
        'orderType',
        'intervalValue',
        'trialAmount',
        'firstBillDate',
        'customerEmail',
        'customerIdentifier',
        'customerTags',
        'customerRequiredFields',
        'level3Type',
        'level3AirlineTicketNumber',
      ),
      fc.oneof(
        fc.constantFrom<JsonValue>(
          '1',
          '0.01',
          '25',
          'EUR',
          'RON',
          'Items',
          'Description',
          'recurring',
          'day',
          '2031-01-31',
          'ana@example.com',
          'a b',
          [],
          ['a', 'a'],
          { phone: '1' },
          null,
          true,
          '',
        ),
        fc.string(),
        fc.double({ noNaN: true }).map(String),
      ),
      { maxKeys: 3 },
    ),
  )
  .map(([base, changes]) => ({ ...base, ...changes }))

test('whatever is sent, a link is made that a shopper can open, or refused by the name of a parameter', () => {
  fc.assert(
    fc.property(anyLink, (flat) => {
      const problems = problemsIn(flat)
      if (problems.length > 0) {
        expect(problems[0]).toMatch(/^[a-z]\w*(\[[^\]]*\])* /)
        return
      }
      const terms = readTerms(flat, rules)
      expect(readTerms(flatOf(terms), rules)).toEqual(terms)
      const shopper = { orderId: 'link-1', identifier: 'guest-1', facts: {} }
      expect(requestOfLink(terms, shopper, rules)).toMatchObject({ order: { type: terms.orderType } })
    }),
    { numRuns: 500 },
  )
})
