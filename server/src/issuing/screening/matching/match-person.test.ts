import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ListEntry } from '../list-entry.ts'
import { indexedNames, matchPerson, type PersonFacts } from './match-person.ts'
import { NameIndex } from './name-index.ts'
import { tokensOf } from './name-tokens.ts'
import { scoreNames } from './score-names.ts'

const entry = (reference: string, changes: Partial<ListEntry> = {}): ListEntry => ({
  reference,
  type: 'person',
  names: [{ name: 'Tavio Brenholm' }],
  births: [{ text: '1962', fromYear: 1962, toYear: 1962 }],
  countries: ['IR'],
  programmes: [],
  wallets: [],
  ...changes,
})
const thresholds = { review: 0.85, block: 0.95 }

function match(entries: readonly ListEntry[], facts: Partial<PersonFacts>) {
  const index = new NameIndex<Parameters<typeof indexedNames>[0]>()
  entries.forEach((one, at) => {
    for (const name of indexedNames({ id: BigInt(at), list: 'ofac', entry: one })) index.add(name)
  })
  return matchPerson(index, { names: ['Tavio Brenholm'], countries: [], ...facts }, thresholds)
}
const born = (year: number) => Temporal.PlainDate.from({ year, month: 3, day: 1 })

test('the same name in the same year holds a person up, and in another year it does not', () => {
  expect(match([entry('1')], { birthDate: born(1962) })).toMatchObject([{ score: 1, birth: 'same', isStrong: true }])
  expect(match([entry('1')], { birthDate: born(1964) })).toMatchObject([{ birth: 'near', isStrong: false }])
  expect(match([entry('1')], { birthDate: born(1990) })).toMatchObject([{ birth: 'different', isStrong: false }])
  expect(match([entry('1')], {})).toMatchObject([{ birth: 'unknown', isStrong: false }])
})

test('birth and country never drop a hit, they rank it', () => {
  const entries = [
    entry('other', { births: [{ text: '1990', fromYear: 1990, toYear: 1990 }], countries: ['FR'] }),
    entry('unknown', { births: [], countries: [] }),
    entry('same'),
  ]
  const found = match(entries, { birthDate: born(1962), countries: ['IR', 'DE'] })
  expect(found.map(({ of }) => of.entry.reference)).toEqual(['same', 'unknown', 'other'])
})

test('an entry is one hit by its best name, whatever number of aliases is alike', () => {
  const names = [{ name: 'Tavio Brenholms' }, { name: 'BRENHOLM, Tavio' }, { name: 'T. Brenholm' }]
  expect(match([entry('1', { names })], {})).toMatchObject([{ name: 'BRENHOLM, Tavio', score: 1 }])
})

test('a name that the list itself calls weak is a hit, and never a strong one', () => {
  const weak = entry('1', { names: [{ name: 'Somebody Else' }, { name: 'Tavio Brenholm', isWeak: true }] })
  expect(match([weak], { birthDate: born(1962) })).toMatchObject([{ score: 1, isStrong: false }])
})

test('organisations and ships are no persons', () => {
  expect(match([entry('1', { type: 'vessel' }), entry('2', { type: 'organisation' })], {})).toEqual([])
})

test('every name of a person is compared', () => {
  expect(match([entry('1')], { names: ['Ana Popa', 'Тавио Бренхолм'] })).toHaveLength(1)
  expect(match([entry('1')], { names: ['Ana Popa'] })).toEqual([])
})

test('the index finds whatever comparing with each name would find', () => {
  const word = fc.constantFrom(
    'tavio',
    'tavijo',
    'brenholm',
    'brenholms',
    'ana',
    'anna',
    'abdul',
    'rahman',
    'abdulrahman',
    'li',
    'k',
    'yuri',
    'iouri',
    'محمد',
    'mohammed',
    'hussein',
    'حسين',
  )
  const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 12 }), name, (listed, searched) => {
      const index = new NameIndex<number>()
      for (const [of, one] of listed.entries()) index.add({ of, name: one, isWeak: false, tokens: tokensOf(one) })
      const tokens = tokensOf(searched)
      const all = listed.flatMap((one, of) => (scoreNames(tokens, tokensOf(one)) >= 0.85 ? [of] : []))
      const found = index.search(tokens, 0.85).map(({ found }) => found.of)
      expect(found.toSorted((a, b) => a - b)).toEqual(all)
    }),
    { numRuns: 500 },
  )
})
