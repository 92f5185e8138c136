import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Search, searchOf, withSearch } from '../../urls.ts'
import { type Filter, isValueOf, queryOf, readChoice, readRange, typedEnd, writeChoice, writeRange } from './filter.ts'
import { firstPage, type ListAddress, readList, withSortNeeds, writeList } from './list-address.ts'
import { addressOfView, isChanged, searchText } from './view-search.ts'

const options = ['captured', 'failed', 'uncertain'].map((value) => ({ value, label: value }))
const filters: Filter[] = [
  { name: 'status', label: 'Status', kind: 'choice', isSeveral: true, hasNot: true, options },
  { name: 'type', label: 'Kind', kind: 'choice', options },
  { name: 'amount', label: 'Amount', kind: 'range' },
  { name: 'created', label: 'Created', kind: 'period' },
  { name: 'text', label: 'Text', kind: 'text' },
  { name: 'site', label: 'Site', kind: 'choice', isSeveral: true, options: [{ value: '1', label: 'Bakery' }] },
]
const known = { filters, sorts: ['created', 'amount'], columns: ['amount', 'status', 'created'] }

const maybe = (values: fc.Arbitrary<string>) => fc.option(values, { nil: '' })
const days = fc.constantFrom('', '2026-11-01', '2026-11-21')
const amounts = fc.constantFrom('', '10', '49.90')
const ranges = (ends: fc.Arbitrary<string>) => fc.tuple(ends, ends).map(([from, to]) => writeRange({ from, to }))
const values = fc
  .record({
    status: maybe(
      fc.record({ not: fc.boolean(), values: fc.subarray(options.map(({ value }) => value)) }).map(writeChoice),
    ),
    type: maybe(fc.constantFrom(...options.map(({ value }) => value))),
    amount: ranges(amounts),
    created: fc.oneof(ranges(days), fc.constantFrom('', 'today', 'last-month')),
    text: maybe(fc.string({ minLength: 1 }).filter((text) => text.trim() !== '')),
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')))
const addresses: fc.Arbitrary<ListAddress> = fc.record({
  values,
  place: fc.oneof(
    fc.integer({ min: 1, max: 1_000 }).map((page) => ({ page })),
    fc.base64String({ minLength: 1 }).map((after) => ({ after })),
    fc.base64String({ minLength: 1 }).map((before) => ({ before })),
  ),
  sort: fc.constantFrom('', 'created', '-amount'),
  columns: fc.subarray([...known.columns]),
  view: fc.constantFrom('', 'v12'),
})

test('the address of a list is read as it was built', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      const text = withSearch('/m/7/payments', writeList(address))
      const { ignored, ...read } = readList(
        searchOf(text.slice(text.indexOf('?') < 0 ? text.length : text.indexOf('?'))),
        known,
      )
      expect(read).toEqual(address)
      expect(ignored).toEqual([])
    }),
  )
})

test('both ends of a range are typed key by key, and each stays in its own field', () => {
  const open = { from: '', to: '' }
  const shownAfter = (value: string, end: 'from' | 'to', text: string) =>
    [...text].reduce((typed, key) => {
      const shown = readRange(typed) ?? open
      return writeRange({ ...shown, [end]: typedEnd(shown[end] + key) })
    }, value)
  for (const [text, read] of [
    ['12.50', '12.50'],
    ['12,50', '12.50'],
    ['.5', '0.5'],
    ['7', '7'],
  ] as const) {
    expect(readRange(shownAfter('', 'from', text))).toEqual({ from: read, to: '' })
    expect(readRange(shownAfter('..20.75', 'from', text))).toEqual({ from: read, to: '20.75' })
    expect(readRange(shownAfter('', 'to', text))).toEqual({ from: '', to: read })
    expect(readRange(shownAfter('3.10..', 'to', text))).toEqual({ from: '3.10', to: read })
  }
})

test('a year that is being typed is no day yet', () => {
  const created = filters.find(({ name }) => name === 'created')!
  expect(['0002-05-04..', '0202-05-04..', '2026-05-04..'].map((value) => isValueOf(created, value))).toEqual([
    false,
    false,
    true,
  ])
})

test('what an address cannot mean is left out and named', () => {
  const search = {
    foo: '1',
    status: 'broken',
    amount: '10',
    created: 'someday',
    sort: 'card',
    page: 'x',
    tz: 'utc',
    type: 'failed,captured',
    site: '!1',
  }
  const { ignored, values, sort, place } = readList(search, known)
  expect(ignored).toEqual(['foo', 'status', 'amount', 'created', 'type', 'site', 'sort', 'page'])
  expect({ values, sort, place }).toEqual({ values: {}, sort: '', place: { page: 1 } })
})

test('a card number is no value of a text, and so is never asked for', () => {
  const { values, ignored } = readList({ text: 'order 4111 1111 1111 1111' }, known)
  expect({ values, ignored }).toEqual({ values: {}, ignored: ['text'] })
})

test('a choice whose options are not loaded yet is kept', () => {
  expect(isValueOf({ name: 'site', label: 'Site', kind: 'choice', options: [] }, '10001')).toBe(true)
  expect(readChoice('!failed,uncertain')).toEqual({ not: true, values: ['failed', 'uncertain'] })
})

test('the days of a period are those of the zone in which the page shows times', () => {
  const ask = (values: Search) => queryOf({ filters, values, zone: 'Europe/Bucharest' })
  expect(ask({ created: 'last-7d', amount: '10..' })).toEqual({
    created: 'last-7d',
    amount: '10..',
    timeZone: 'Europe/Bucharest',
  })
  expect(ask({ created: '2026-11-01..', status: '!failed,uncertain' })).toEqual({
    created: '2026-11-01..',
    status: '!failed,uncertain',
    timeZone: 'Europe/Bucharest',
  })
  expect(ask({ amount: '10..' })).toEqual({ amount: '10..' })
})

test('an amount is asked for in the currency that is chosen, or else in the usual one', () => {
  const inCurrency = { name: 'currency', usual: 'RON' }
  const amount: Filter = { name: 'amount', label: 'Amount', kind: 'range', needs: inCurrency }
  const currency: Filter = { name: 'currency', label: 'Currency', kind: 'choice', options: [] }
  const ask = (values: Search, sort = '') =>
    queryOf({ filters: [amount, currency], values, sort, sortNeeds: inCurrency, zone: 'UTC' })
  expect(ask({ amount: '10..' })).toEqual({ amount: '10..', currency: 'RON' })
  expect(ask({ amount: '10..', currency: 'EUR' })).toEqual({ amount: '10..', currency: 'EUR' })
  expect(ask({}, '-amount')).toEqual({ sort: '-amount', currency: 'RON' })
  expect(ask({})).toEqual({})
})

test('an order by amount names its currency in the address, and ends with it', () => {
  const needs = { name: 'currency', usual: 'RON' }
  const sorted: ListAddress = { values: {}, sort: '-amount', columns: [], view: '', place: firstPage }
  expect(withSortNeeds(sorted, needs, true)).toEqual({ ...sorted, values: { currency: 'RON' } })
  expect(withSortNeeds(sorted, needs, false)).toEqual({ ...sorted, sort: '' })
  const inEuros = { ...sorted, values: { currency: 'EUR' } }
  expect(withSortNeeds(inEuros, needs, true)).toEqual(inEuros)
  expect(withSortNeeds({ ...sorted, sort: '-created' }, undefined, true).values).toEqual({})
})

test('a view opens what was saved, keeps the period that holds if it has none, and is changed only by what it keeps', () => {
  const now: ListAddress = {
    values: { created: 'last-7d', text: 'cake' },
    sort: '',
    columns: [],
    view: '',
    place: { after: 'x' },
  }
  const view = { id: '12', search: 'sort=-amount&status=failed' }
  const opened = addressOfView(view, known, now)
  expect(opened).toEqual({
    values: { created: 'last-7d', status: 'failed' },
    sort: '-amount',
    columns: [],
    view: '12',
    place: firstPage,
  })
  expect(isChanged(view, known, { ...opened, place: { page: 4 } })).toBe(false)
  expect(isChanged(view, known, { ...opened, values: { ...opened.values, created: 'today' } })).toBe(false)
  expect(isChanged(view, known, { ...opened, sort: '' })).toBe(true)
  fc.assert(
    fc.property(addresses, (address) => {
      expect(isChanged({ id: '1', search: searchText(address) }, known, address)).toBe(false)
    }),
  )
})
