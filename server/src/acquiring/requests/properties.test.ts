import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, money } from '#kernel/base/money.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { findSiteId, readEnvelope, readJson } from './envelope.ts'
import { readRequest } from './read-request.ts'
import type { CheckoutRequest } from './request.ts'
import { changed, digits, plain, rules } from './test-request.ts'

/** Runs it and returns its result, or the refusal; anything else that is thrown fails the test. */
function orRefusal<T>(work: () => T): T | Refusal {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const readText = (text: string): CheckoutRequest | Refusal =>
  orRefusal(() => {
    const json = readJson(text)
    findSiteId(json)
    return readRequest(json, rules)
  })

test('a form that holds anything at all is decoded or refused', () => {
  const base64 = fc.base64String({ maxLength: 200 })
  const anything = fc.oneof(fc.anything(), fc.record({ jsonRequest: fc.oneof(base64, fc.string()), checksum: base64 }))
  fc.assert(
    fc.property(anything, (form) => {
      const read = orRefusal(() => readEnvelope(form))
      expect(read instanceof Refusal || read.checksum.length === 64).toBe(true)
    }),
  )
})

test('any JSON at all is read or refused', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 40 }), (text) => {
      expect(readText(text)).toBeDefined()
    }),
  )
})

const fields = [
  'customer',
  'customer.identifier',
  'customer.email',
  'customer.country',
  'customer.state',
  'customer.zipCode',
  'customer.phone',
  'customer.tags',
  'order',
  'order.orderId',
  'order.type',
  'order.amount',
  'order.currency',
  'order.description',
  'order.items',
  'order.tags',
  'order.intervalType',
  'order.intervalValue',
  'order.trialAmount',
  'order.firstBillDate',
  'order.retryPayment',
  'order.level3Type',
  'order.level3Airline',
  'order.level3Tourism',
  'order.saveCard',
  'cardTransactionMode',
  'saveCard',
  'cardId',
  'backUrl',
  'invoiceEmail',
  'customData',
  'custom',
  'threeDSecureData',
  'transactionOption',
]

const encodedJson = fc.json().map((text) => Buffer.from(text).toString('base64'))
const oddity = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary' }),
  encodedJson,
  fc.constantFrom('recurring', 'managed', 'airline', 'verifyCard', '', 'P1D', '2027-01-31', 'US', 0, -1, 1e30),
  fc.array(fc.dictionary(fc.constantFrom('item', 'units', 'unitPrice', 'type', 'code'), fc.jsonValue())),
  fc.record({
    splitPayment: fc.record({ splitSchema: fc.array(fc.record({ toSite: fc.jsonValue(), amount: fc.jsonValue() })) }),
  }),
)

test('a good request with any of its fields made odd is read or refused, and a refusal names a field and a rule', () => {
  const changes = fc.dictionary(fc.constantFrom(...fields), oddity, { minKeys: 1, maxKeys: 4 })
  fc.assert(
    fc.property(changes, (oddities) => {
      const read = orRefusal(() => readRequest(changed({ 'order.type': 'recurring', ...oddities }), rules))
      if (!(read instanceof Refusal)) return
      expect(read.field).toBeTruthy()
      expect(read.message.startsWith(`${read.field} `)).toBe(true)
      expect(read.problems).not.toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('what is read can be kept by PostgreSQL: no zero character and no half of a surrogate pair', () => {
  const changes = fc.dictionary(
    fc.constantFrom('customer.identifier', 'customer.firstName', 'order.description', 'customData', 'backUrl'),
    fc.oneof(fc.string({ unit: 'binary' }), fc.dictionary(fc.string(), fc.string({ unit: 'binary' }))),
  )
  fc.assert(
    fc.property(changes, (oddities) => {
      const read = orRefusal(() => readRequest(changed(oddities), rules))
      if (read instanceof Refusal) return
      const kept = JSON.stringify(read, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
      expect(kept).not.toMatch(/\\u0000|\\ud[89a-f]/i)
    }),
  )
})

const cents = fc.bigInt({ min: 1n, max: 999_999_999_999_999n })
const wordOf = (pattern: RegExp) => fc.stringMatching(pattern)

test('every amount of whole cents is read back to the cent, however it is written', () => {
  const write = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.replace(/0$/, ''),
    (text: string) => text.replace(/\.00$/, ''),
    (text: string) => `${text}000`,
  )
  fc.assert(
    fc.property(cents, write, fc.boolean(), (minor, writing, asNumber) => {
      const text = writing(formatMoney(money(minor, 'EUR')))
      const read = readRequest(changed({ 'order.amount': asNumber ? digits(text) : text }), rules)
      expect(read.order.amount.minor).toBe(minor)
    }),
  )
})

test('items add up exactly when they do, and never when one cent is missing', () => {
  const line = fc.record({ minor: fc.bigInt({ min: -99_999n, max: 99_999n }), units: fc.integer({ min: 1, max: 999 }) })
  const lines = fc.array(line, { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(lines, (sent) => {
      const sum = sent.reduce((total, { minor, units }) => total + minor * BigInt(units), 0n)
      fc.pre(sum > 1n)
      const items = sent.map(({ minor, units }) => ({
        item: 'Bread',
        unitPrice: formatMoney(money(minor, 'EUR')),
        units,
      }))
      const readFor = (minor: bigint) =>
        orRefusal(() =>
          readRequest(changed({ 'order.items': items, 'order.amount': formatMoney(money(minor, 'EUR')) }), rules),
        )
      expect(readFor(sum)).not.toBeInstanceOf(Refusal)
      expect(readFor(sum - 1n)).toBeInstanceOf(Refusal)
      expect(readFor(sum + 1n)).toBeInstanceOf(Refusal)
    }),
  )
})

test('a request of well-formed parts is read back equal', () => {
  const maybe = <T>(part: fc.Arbitrary<T>) => fc.option(part, { nil: undefined })
  const name = maybe(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => !/\p{Cc}/u.test(text)),
  )
  const tags = fc.uniqueArray(wordOf(/^[0-9a-zA-Z_.-]{1,20}$/), { maxLength: 5 })
  const customer = fc.record({
    identifier: wordOf(/^[0-9a-zA-Z_.@-]{1,92}$/),
    email: maybe(wordOf(/^[a-z0-9.+_-]{1,30}@[a-z0-9-]{1,20}\.[a-z]{2,8}$/)),
    firstName: name,
    lastName: name,
    country: maybe(fc.constantFrom('RO', 'DE', 'US', 'CA')),
    city: name,
    address: name,
    zipCode: maybe(wordOf(/^[0-9A-Za-z -]{1,20}$/)),
    phone: maybe(wordOf(/^\+?[0-9]{1,16}$/)),
    tags,
  })
  const order = fc.record({
    orderId: wordOf(/^[A-Za-z0-9_.-]{1,32}$/),
    minor: cents,
    description: fc.string({ minLength: 1, maxLength: 50 }),
    count: fc.integer({ min: 1, max: 365 }),
    unit: fc.constantFrom('day', 'month'),
    tags,
  })
  const customData = maybe(fc.dictionary(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 })))
  const mode = fc.constantFrom('auth', 'authAndCapture')
  fc.assert(
    fc.property(customer, order, customData, mode, fc.boolean(), (customer, order, customData, mode, saveCard) => {
      const { minor, count, unit, orderId, ...rest } = order
      const amount = formatMoney(money(minor, 'RON'))
      const interval = { type: 'recurring', intervalType: unit, intervalValue: count }
      const sent = {
        customer,
        order: { ...rest, ...interval, orderId, amount, currency: 'RON' },
        customData,
        mode,
        saveCard,
      }
      const { mode: cardTransactionMode, ...fields } = sent
      const read = readText(textOf({ ...plain, ...fields, cardTransactionMode }))
      expect(read).toEqual({
        customer: { ...customer, state: undefined },
        order: {
          ...rest,
          type: 'recurring',
          externalId: orderId,
          amount: money(minor, 'RON'),
          interval: { unit, count },
          items: [],
        },
        mode,
        saveCard,
        customData,
        notes: [],
      })
    }),
  )
})

const textOf = (request: object): string => JSON.stringify(request)
