import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { money } from '#kernel/money.ts'
import { languages } from '#pages'
import { usableAddress } from '../address.ts'
import { lettersIn } from '../words/index.ts'
import { htmlOf, textOf } from './layout.ts'
import { type Letter, oneLine, type Paper } from './letter.ts'
import { givenBackLetter, type Taken, takenLetter } from './money-letters.ts'
import { endedLetter, expiringLetter, linkLetter, type Missed, unpaidLetter } from './subscription-letters.ts'

const at = Temporal.Instant.from('2026-05-04T10:00:00Z')
const paper = (wish: Partial<Paper> = {}): Paper => ({
  language: 'en',
  sender: { name: 'Crumb & Co.', replyTo: 'hello@crumb.example', accent: '#9a3412' },
  descriptor: 'Crumb & Co.',
  timeZone: 'Europe/Bucharest',
  live: true,
  reader: 'shopper',
  ...wish,
})
const taken = (wish: Partial<Taken> = {}): Taken => ({
  amount: money(24_90n, 'EUR'),
  number: 1001n,
  orderNumber: 'bread-17',
  description: 'Bread',
  items: [],
  card: { brand: 'visa', lastFour: '1111' },
  at,
  how: 'paid',
  reserved: undefined,
  next: undefined,
  manageUrl: undefined,
  ...wish,
})
const missed: Missed = {
  description: 'Bread box',
  orderNumber: 'box-3',
  manageUrl: 'https://pay.example/subscription/abc',
  owed: money(24_90n, 'EUR'),
  reason: 'insufficient_funds',
  card: { brand: undefined, lastFour: '4444' },
  retryAt: at.add({ hours: 72 }),
  isLast: false,
  again: false,
}

/** One of every letter there is. */
function everyLetter(on: Paper): Letter[] {
  const next = { amount: money(30_00n, 'EUR'), at: at.add({ hours: 900 }) }
  const ways = ['paid', 'renewed', 'charged', 'partPaid', 'reserved', 'captured'] as const
  const { description, orderNumber } = missed
  const about = { description, orderNumber }
  return [
    ...ways.map((how) => takenLetter(on, taken({ how, next, manageUrl: missed.manageUrl }))),
    takenLetter(on, taken({ how: 'captured', reserved: money(50_00n, 'EUR'), items: manyItems(40) })),
    ...(['refunded', 'cancelled', 'released'] as const).map((how) => givenBackLetter(on, { ...taken(), how })),
    unpaidLetter(on, missed),
    unpaidLetter(on, { ...missed, isLast: true, again: true }),
    unpaidLetter(on, { ...missed, reason: 'no_usable_card', card: undefined, manageUrl: undefined, isLast: true }),
    expiringLetter(on, {
      ...about,
      manageUrl: undefined,
      card: { brand: 'visa', lastFour: '1111' },
      validUntil: Temporal.PlainYearMonth.from('2026-06'),
      next,
    }),
    ...(['byShopper', 'byMerchant', 'unpaid'] as const).map((why) => endedLetter(on, { ...about, why })),
    linkLetter(on, { ...about, url: 'https://pay.example/subscription/abc', expiresAt: at }),
  ]
}
const manyItems = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Bread ${index}`, units: '2', total: money(5_00n, 'EUR') }))

const wordsIn = (letter: Letter): string[] => [
  letter.subject,
  letter.title,
  ...letter.paragraphs,
  ...letter.facts.map(([name]) => name),
  ...letter.facts.map(([, value]) => value),
  ...letter.closing,
  ...(letter.action ? [letter.action.label] : []),
]

describe.each(languages)('in %s', (language) => {
  test('every letter is whole: no gap is left, nothing is empty, and its subject is one short line', () => {
    for (const live of [true, false])
      for (const letter of everyLetter(paper({ language, live }))) {
        for (const words of wordsIn(letter)) expect(words).toMatch(/^(?!\s)[^{}\r\n]+(?<!\s)$/)
        expect(letter.subject.length).toBeLessThan(130)
      }
  })

  test('the text says everything that the page says', () => {
    for (const letter of everyLetter(paper({ language }))) {
      const [text, page] = [textOf(letter), readable(htmlOf(letter))]
      for (const words of wordsIn(letter).filter((each) => each !== letter.subject)) {
        expect(text).toContain(words)
        expect(page).toContain(words)
      }
      if (letter.action) expect(text).toContain(letter.action.url)
    }
  })

  test('no sentence is left in English', () => {
    if (language === 'en') return
    const same = leaves(lettersIn[language]).filter((text) => leaves(lettersIn.en).includes(text))
    expect(same).toEqual([])
  })

  test('every sentence has the gaps of the English one', () => {
    const gaps = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
    const [own, english] = [leaves(lettersIn[language]), leaves(lettersIn.en)]
    for (const [index, text] of own.entries())
      expect([text, gaps(text).filter((gap) => gap !== '{merchant}')]).toEqual([
        text,
        gaps(english[index]!).filter((gap) => gap !== '{merchant}'),
      ])
  })
})

const leaves = (words: object): string[] =>
  Object.entries(words)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([, value]) => (typeof value === 'string' ? [value] : leaves(value)))

const readable = (page: string): string =>
  page
    .replaceAll(/<style>[\s\S]*?<\/style>|<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

test('whatever anybody is called, a page has no mark-up but ours, and a line stays a line', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('<script>alert(1)</script>', '"><img src=x>', 'a\r\nBcc: x@y.z', '{merchant}', '\u202egnp.exe', ''),
  )
  const shape = (letter: Letter) => htmlOf(letter).match(/<[^>]*>/g)?.length
  const on = (name: string) => paper({ sender: { name: oneLine(name), accent: '#000000' }, descriptor: oneLine(name) })
  const plain = shape(takenLetter(on('x'), taken({ items: manyItems(1) })))
  fc.assert(
    fc.property(nasty, nasty, nasty, (name, item, orderNumber) => {
      const items = [{ name: item, units: '1', total: money(1n, 'EUR') }]
      const letter = takenLetter(on(name), taken({ items, orderNumber }))
      expect(shape(letter)).toBe(plain)
      expect(letter.subject).not.toMatch(/[\r\n\0\u202e]/)
      for (const [label, value] of letter.facts) expect(label + value).not.toMatch(/[\r\n\0\u202e]/)
    }),
  )
})

test('a receipt names thirty lines at the most, and says how many more there are', () => {
  const { facts } = takenLetter(paper(), taken({ items: manyItems(100) }))
  expect(facts.filter(([name]) => name.startsWith('2 × Bread'))).toHaveLength(29)
  expect(facts[29]).toEqual(['+ 71', '…'])
})

test('a letter of a live site says nothing of tests, and one of a test site says it first', () => {
  expect(textOf(takenLetter(paper(), taken()))).not.toContain('Test mode')
  expect(textOf(takenLetter(paper({ live: false }), taken()))).toMatch(/^Test mode: no money moves/)
})

test('where nobody reads answers, the letter says whom to ask', () => {
  const silent = paper({ sender: { name: 'Crumb & Co.' } })
  expect(textOf(takenLetter(silent, taken()))).toContain('Replies to this address are not read.')
})

test.each([
  ['ana@example.com', 'ana@example.com'],
  ['  ana@example.com ', 'ana@example.com'],
  ['ană@brutărie.example', 'ană@brutărie.example'],
  ['ana@localhost', undefined],
  ['ana@example.com, eve@example.com', undefined],
  ['Ana <ana@example.com>', undefined],
  ['ana@example.com\r\nBcc: eve@example.com', undefined],
  ['ana@exa\u0000mple.com', undefined],
  [`${'a'.repeat(250)}@example.com`, undefined],
  ['@example.com', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j is written to as %j', (unchecked, address) => {
  expect(usableAddress(unchecked)).toBe(address)
})
