import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Filter, isValueOf, writeChoice, writeRange } from './filter.ts'
import { namesFilters, readTyped, type Typed, withFreeText, writeTyped } from './typed-filters.ts'

const statuses = {
  'complete-ok': 'Paid',
  'complete-failed': 'Declined',
  uncertain: 'Outcome unknown',
  'refund-ok': 'Refunded',
}
const options = Object.entries(statuses).map(([value, label]) => ({ value, label }))
const sites = [
  { value: '3', label: 'Bakery' },
  { value: '4', label: 'Old "corner" shop' },
]
const filters: Filter[] = [
  { name: 'siteId', label: 'Site', kind: 'choice', isSeveral: true, options: sites },
  { name: 'status', label: 'Status', kind: 'choice', isSeveral: true, hasNot: true, options },
  { name: 'created', label: 'Made on', kind: 'period' },
  {
    name: 'currency',
    label: 'Currency',
    kind: 'choice',
    options: ['EUR', 'JPY'].map((value) => ({ value, label: value })),
  },
  { name: 'amount', label: 'Amount', kind: 'range', needs: { name: 'currency', usual: 'EUR' } },
  { name: 'customer', label: 'Customer', kind: 'text' },
  { name: 'text', label: 'Text', kind: 'text' },
]
const read = (text: string): Partial<Typed> =>
  Object.fromEntries(Object.entries(readTyped(text, filters)).filter(([, value]) => value.length !== 0))

test('the words of the filters are filters, and the rest is text', () => {
  const text = 'status:failed amount:>100 created:last-7d ana@example.com'
  const values = { status: 'complete-failed', amount: '100.01..', created: 'last-7d' }
  expect(read(text)).toEqual({ values, free: 'ana@example.com' })
  expect(withFreeText(readTyped(text, filters), filters)).toEqual({ ...values, customer: 'ana@example.com' })
  expect(withFreeText({ values: {}, free: 'weekly box' }, filters)).toEqual({ text: 'weekly box' })
  expect(withFreeText({ values: {}, free: 'weekly box' }, [])).toBeUndefined()
})

test.for([
  ['status:paid', { status: 'complete-ok' }],
  ['status:"Outcome unknown"', { status: 'uncertain' }],
  ['status:failed,refunded', { status: 'complete-failed,refund-ok' }],
  ['status:failed status:uncertain', { status: 'complete-failed,uncertain' }],
  ['-status:paid', { status: '!complete-ok' }],
  ['status:!paid', { status: '!complete-ok' }],
  ['site:bakery', { siteId: '3' }],
  ['site:"old \\"corner\\" shop"', { siteId: '4' }],
  ['made-on:today', { created: 'today' }],
  ['created:2026-11-03', { created: '2026-11-03..2026-11-03' }],
  ['created:>2026-02-28', { created: '2026-03-01..' }],
  ['created:>=2026-11-01 created:<2026-11-08', { created: '2026-11-01..2026-11-07' }],
  ['amount:49,90', { amount: '49.90..49.90' }],
  ['amount:>10 amount:<=50', { amount: '10.01..50' }],
  ['amount:<1', { amount: '..0.99' }],
  ['amount:>100 currency:JPY', { currency: 'JPY', amount: '101..' }],
  ['text:"weekly box"', { text: 'weekly box' }],
] as const)('%s', ([text, values]) => {
  expect(read(text)).toEqual({ values })
})

test('a name that is none is said, and a colon alone names nothing', () => {
  expect(read('color:red status:paid')).toEqual({
    values: { status: 'complete-ok' },
    unknown: ['color'],
  })
  for (const none of ['https://crumb.example/x', '14:02', 'a:', ':b', 'ana@example.com']) {
    expect(namesFilters(none)).toBe(false)
    expect(read(none)).toEqual({ values: {}, free: none })
  }
})

test('a value that a filter cannot have is said', () => {
  const wrong = [
    'status:ok',
    'status:blue',
    'amount:much',
    'amount:<0',
    'created:someday',
    '-amount:10',
    'currency:EUR,JPY',
  ]
  for (const text of wrong) expect([text, readTyped(text, filters).wrong.length]).toEqual([text, 1])
})

test('what is written is read as the same', () => {
  const maybe = (values: fc.Arbitrary<string>) => fc.option(values, { nil: '' })
  const ranges = (...ends: string[]) =>
    fc.tuple(fc.constantFrom('', ...ends), fc.constantFrom('', ...ends)).map(([from, to]) => writeRange({ from, to }))
  const texts = fc.string({ minLength: 1 }).map((text) => text.trim())
  const all = fc.record({
    siteId: maybe(fc.subarray(['3', '4']).map((values) => writeChoice({ not: false, values }))),
    status: maybe(fc.record({ not: fc.boolean(), values: fc.subarray(Object.keys(statuses)) }).map(writeChoice)),
    created: fc.oneof(ranges('2026-11-01', '2026-11-21'), fc.constantFrom('', 'today', 'last-month')),
    amount: ranges('10', '49.90'),
    text: maybe(texts),
  })
  const isPossible = ([name, value]: [string, string]) => isValueOf(filters.find((one) => one.name === name)!, value)
  fc.assert(
    fc.property(all, fc.constantFrom('', 'ana@example.com', 'weekly box', '1111 25.00'), (held, free) => {
      const values = Object.fromEntries(Object.entries(held).filter(isPossible))
      expect(readTyped(writeTyped({ values, free }), filters)).toEqual({ values, free, unknown: [], wrong: [] })
    }),
  )
})
