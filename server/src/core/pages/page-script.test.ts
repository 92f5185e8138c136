import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
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
      numberProblem,
      expiryProblem: (text) => expiryProblem(text, form),
      codeProblem: (text) => codeProblem(text, form),
    } })(); lifted`,
  )
  return runInNewContext(lifting, page)
}
type ScriptRules = Record<'brandOf' | 'numberProblem' | 'expiryProblem' | 'codeProblem', (text: string) => string> & {
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
  const expiries = fc.oneof(likely, typed(...'0123/ .-'))
  fc.assert(
    fc.property(expiries, (text) => {
      expect(script.expiryProblem(text)).toBe(serverProblem('cardExpiry', text))
    }),
    { numRuns: 3000 },
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
