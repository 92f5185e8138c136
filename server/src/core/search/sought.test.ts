import { expect, test } from 'vitest'
import { readSought } from './sought.ts'

const today = Temporal.PlainDate.from('2026-11-22')
/** What a text is taken for: the names of its facts. */
const meanings = (text: string) =>
  Object.entries(readSought(text, today)).flatMap(([name, value]) =>
    ['text', 'isCombined'].includes(name) || value === undefined ? [] : [name],
  )

test('the form of a text says what it may mean', () => {
  const expected = {
    '1042': ['number', 'word', 'lastFour'],
    '10421': ['number', 'word'],
    '0042': ['word', 'lastFour'],
    'crumb-e04b': ['word', 'words'],
    evt_01JD2Z7Q0000000000000000AB: ['word', 'words'],
    '0193b2a4-1111-7222-8333-444455556666': ['uuid', 'word', 'words'],
    'ana@example.com': ['word', 'email'],
    'ana@': ['word', 'email'],
    '49.90': ['word', 'amount'],
    '3 Nov': ['day'],
    'Ana Pop': ['words'],
    '1111 25.00': ['lastFour', 'amount'],
    '25.00 EUR 2026-05-04': ['amount', 'day'],
    '': [],
  }
  for (const [text, names] of Object.entries(expected)) expect([text, meanings(text)]).toEqual([text, names])
})

test.for([
  ['49.90', 4990n, undefined],
  ['49,90 €', 4990n, 'EUR'],
  ['€49.9', 4990n, 'EUR'],
  ['1.234,50', 123_450n, undefined],
  ['1,234.50 USD', 123_450n, 'USD'],
  ['EUR 1.234', 123_400n, 'EUR'],
  ['500 JPY', 500n, 'JPY'],
  ['4.500 KWD', 4500n, 'KWD'],
] as const)('%s is an amount', ([text, minor, currency]) => {
  const { amount } = readSought(text, today)
  expect(amount?.minor).toBe(minor)
  if (currency) expect(amount?.currencies).toEqual([currency])
  else expect(amount?.currencies).toEqual(expect.arrayContaining(['EUR', 'RON']))
})

test.for(['49', '1.234', '49.905.1x', '49 XYZ', 'EUR 5 EUR'])('%s is no amount', (text) => {
  expect(readSought(text, today).amount).toBeUndefined()
})

test.for([
  ['3 Nov', '2026-11-03'],
  ['23 nov', '2025-11-23'],
  ['Nov 3, 2024', '2024-11-03'],
  ['3 noiembrie', '2026-11-03'],
  ['03.11.2026', '2026-11-03'],
  ['3.11.', '2026-11-03'],
  ['29 Feb', '2024-02-29'],
] as const)('%s is the day %s', ([text, day]) => {
  expect(readSought(text, today).day?.toString()).toBe(day)
})

test.for(['31.2.2026', '3/11', '12 monkeys', '2026-13-01'])('%s is no day', (text) => {
  expect(readSought(text, today).day).toBeUndefined()
})
