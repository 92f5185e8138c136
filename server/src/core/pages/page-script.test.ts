import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expiries } from '../../../tests/world/expiries.ts'
import { runs } from '../../../tests/world/length.ts'
import { brandOf, brandRules } from './card-brand.ts'
import { readCardInput } from './card-input.ts'
import { i18nOf } from './languages/index.ts'
import { pageScript } from './page-assets.ts'
import { scriptData } from './script-data.ts'

const today = Temporal.PlainDate.from('2026-11-20')

/** The script's own rules, lifted out of it and run with just as much of a page as they look at. */
function scriptRules(cardNumber = ''): ScriptRules {
  const element = { addEventListener: () => {}, parentElement: { querySelector: () => ({}) }, value: cardNumber }
  const elements = { cardNumber: element, cardExpiry: element, cardCvv: element }
  const form = {
    ...element,
    querySelector: () => ({}),
    dataset: dataOf(String(scriptData(i18nOf('en'), today))),
    elements,
  }
  const page = {
    document: {
      querySelector: (selector: string) => (selector === 'form[data-brands]' ? form : null),
      querySelectorAll: () => [],
    },
    screen: {},
    navigator: {},
    performance: { getEntriesByType: () => [] },
    addEventListener: () => {},
    form,
    lifted: undefined,
  }
  const lifting = pageScript.replace(
    /\}\)\(\)\s*$/,
    `lifted = {
      brandOf: (digits) => brandOf(digits)?.name,
      groupsOf,
      formattedExpiry,
      numberProblem,
      expiryProblem: (text) => expiryProblem(text, form),
      codeProblem: (text) => codeProblem(text, form),
    } })(); lifted`,
  )
  return runInNewContext(lifting, page)
}
type ScriptRules = Record<
  'brandOf' | 'formattedExpiry' | 'numberProblem' | 'expiryProblem' | 'codeProblem',
  (text: string) => string
> & {
  groupsOf(digits: string, gaps: readonly number[]): string[]
}

function dataOf(attributes: string): Record<string, string> {
  const found = attributes.matchAll(/data-([\w-]+)="([^"]*)"/g)
  const inScript = (name: string) => name.replaceAll(/-(\w)/g, (_, first: string) => first.toUpperCase())
  return Object.fromEntries(found.map(([, name = '', value = '']) => [inScript(name), value.replaceAll('&quot;', '"')]))
}

function serverProblem(field: 'cardNumber' | 'cardExpiry' | 'cardCvv', text: string, cardNumber = '4111111111111111') {
  const read = readCardInput({ cardNumber, cardExpiry: '12/30', cardCvv: '123', [field]: text }, today)
  return 'errors' in read ? (read.errors.find((error) => error.field === field)?.problem ?? '') : ''
}

const typed = (...characters: string[]) => fc.string({ unit: fc.constantFrom(...characters), maxLength: 22 })
const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 19 })

test('the script names the scheme that the server will see', () => {
  const script = scriptRules()
  fc.assert(
    fc.property(digits, (number) => {
      const brand = brandOf(number)
      expect(script.brandOf(number)).toBe(brand && brandRules[brand].name)
    }),
    { numRuns: 3000 },
  )
  expect(script.brandOf('501971')).toBe('Dankort')
})

test('the script says of a number what the server would say', () => {
  const script = scriptRules()
  const near = fc.tuple(fc.constantFrom('4111 1111 1111 111', '55555555555544', '37828224631000', '3'), digits)
  const numbers = fc.oneof(
    typed(...'0123456789 -x٤４'),
    near.map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(numbers, (text) => {
      expect(script.numberProblem(text)).toBe(serverProblem('cardNumber', text))
    }),
    {
      numRuns: 3000,
    },
  )
})

test('the script says of an expiry what the server would say', () => {
  const script = scriptRules()
  const likely = fc
    .tuple(fc.integer({ min: 0, max: 13 }), fc.constantFrom('/', ' / ', '-', ''), fc.integer({ min: 20, max: 50 }))
    .map(([month, between, year]) => `${String(month).padStart(2, '0')}${between}${year}`)
  const yearFirst = fc
    .tuple(fc.integer({ min: 2020, max: 2050 }), fc.constantFrom('-', ' / ', ''), fc.integer({ min: 0, max: 13 }))
    .map((parts) => parts.join(''))
  const anything = fc.oneof(likely, yearFirst, typed(...'0123/ .-'))
  fc.assert(
    fc.property(anything, (text) => {
      expect(script.expiryProblem(text)).toBe(serverProblem('cardExpiry', text))
    }),
    { numRuns: 3000 },
  )
})

/** What the field shows once a text was typed at its end, key by key. */
const shownAfter = (text: string, { formattedExpiry } = scriptRules()) =>
  [...text].reduce((shown, key) => formattedExpiry(shown + key), '')

test.each(expiries)('the expiry "$typed" is shown as "$shown" once it is typed', ({ typed, shown, means }) => {
  expect(shownAfter(typed)).toBe(shown)
  expect(scriptRules().expiryProblem(shown)).toBe(means ? '' : 'expiry_unreadable')
})

test('an expiry means the same typed key by key, pasted, and as it is sent without script', () => {
  const script = scriptRules()
  const separator = fc.constantFrom('', '/', '-', ' ', '.', ' / ', '//')
  const month = fc
    .integer({ min: 1, max: 12 })
    .chain((value) => fc.constantFrom(`${value}`.padStart(2, '0'), `${value}`))
  const year = fc.integer({ min: 26, max: 46 }).chain((value) => fc.constantFrom(`${value}`, `20${value}`))
  const monthFirst = fc.tuple(month, separator, year)
  const yearFirst = fc.tuple(fc.integer({ min: 2026, max: 2046 }).map(String), separator, month)
  const texts = fc.oneof(monthFirst, yearFirst).map((parts) => parts.join(''))
  const meaningOf = (text: string) => {
    const read = readCardInput({ cardNumber: '4111111111111111', cardExpiry: text, cardCvv: '123' }, today)
    return 'card' in read && [read.card.expiryMonth, read.card.expiryYear]
  }
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(meaningOf(text) !== false)
      const shown = [text, shownAfter(text, script), script.formattedExpiry(text)]
      expect(shown.map(meaningOf)).toEqual(Array(3).fill(meaningOf(text)))
    }),
    runs(2000),
  )
})

test.each(['', '4111111111111111', '378282246310005'])(
  'the script says of a code what the server would say, by %s',
  (number) => {
    const script = scriptRules(number)
    fc.assert(
      fc.property(typed(...'0123 x'), (text) => {
        expect(script.codeProblem(text)).toBe(serverProblem('cardCvv', text, number))
      }),
    )
  },
)

test('digits are grouped as they are printed on the card', () => {
  const { groupsOf } = scriptRules()
  expect(groupsOf('4111111111111111', [4, 8, 12]).join(' ')).toBe('4111 1111 1111 1111')
  expect(groupsOf('378282246310005', brandRules.amex.gaps).join(' ')).toBe('3782 822463 10005')
  expect(groupsOf('6205500000000000004', [4, 8, 12]).join(' ')).toBe('6205 5000 0000 0000004')
  expect(groupsOf('41111', [4, 8, 12]).join(' ')).toBe('4111 1')
})

test('the script reaches for nothing outside of the page', () => {
  expect(pageScript).not.toMatch(
    /fetch|XMLHttp|sendBeacon|WebSocket|import\(|localStorage|cookie|eval|innerHTML|https?:/,
  )
})
