import { expect, test } from 'vitest'
import { money } from '#kernel/base/money.ts'
import { format, i18nOf } from './i18n.ts'
import { chooseLanguage, isRightToLeft, messagesOf } from './language.ts'
import type { Plural } from './languages/messages.ts'
import { languages } from './page-layout.ts'

test.each([
  ['ro', undefined, 'ro'],
  ['ro-RO', undefined, 'ro'],
  ['RO_ro', undefined, 'ro'],
  [' de ', undefined, 'de'],
  ['iw', undefined, 'he'],
  ['fr', 'de', 'fr'],
  ['xx', 'de', 'de'],
  ['rom', 'es', 'es'],
  [['fr', 'de'], 'it', 'it'],
  [undefined, 'pt-BR, pt;q=0.9, es;q=0.5, en;q=0.4', 'es'],
  [undefined, 'en;q=0.4, el;q=0.8', 'el'],
  [undefined, 'de-AT,de;q=0.9', 'de'],
  [undefined, 'de;q=0, ru', 'ru'],
  [undefined, 'tlh', 'en'],
  [undefined, '', 'en'],
  [undefined, undefined, 'en'],
])('lang=%j with the browser asking for %j speaks %s', (lang, acceptLanguage, spoken) => {
  expect(chooseLanguage(lang, acceptLanguage)).toBe(spoken)
})

/** Every text of a language by its path: "problems.code_missing", "everyDays.few". */
function textsOf(messages: object, path = ''): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : textsOf(value, `${path}${key}.`),
  )
}
const gapsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()
const english = new Map(textsOf(messagesOf.en))
const others = languages.filter((language) => language !== 'en')

/** Right in these languages, though it reads like English. */
const sameAsEnglish: Record<string, readonly string[]> = {
  de: ['bank.code'],
  fr: ['date', 'description', 'total', 'bank.code'],
  es: ['total'],
  he: ['expiryHint'],
  ro: ['support', 'total'],
}

test.each(languages)('no text of %s is empty, or has spaces around it', (language) => {
  for (const [path, text] of textsOf(messagesOf[language])) expect([path, text.trim()]).toEqual([path, text])
  for (const [path, text] of textsOf(messagesOf[language])) expect([path, text]).not.toEqual([path, ''])
})

test.each(others)('%s leaves nothing in English', (language) => {
  const left = textsOf(messagesOf[language])
    .filter(([path, text]) => path !== 'unitsTimesPrice' && english.get(path) === text)
    .map(([path]) => path)
  expect(left.toSorted()).toEqual((sameAsEnglish[language] ?? []).toSorted())
})

test.each(others)('%s fills the same gaps as English', (language) => {
  for (const [path, text] of textsOf(messagesOf[language])) {
    const wanted = english.get(path)
    if (wanted !== undefined && !isPluralForm(path)) expect([path, gapsOf(text)]).toEqual([path, gapsOf(wanted)])
  }
})

const pluralPaths = Object.entries(messagesOf.en).filter(([, value]) => typeof value === 'object' && 'other' in value)
const isPluralForm = (path: string) => pluralPaths.some(([key]) => path.startsWith(`${key}.`))
const pluralsOf = (language: (typeof languages)[number]): [string, Plural][] =>
  Object.entries(messagesOf[language]).flatMap(([key, value]) =>
    typeof value === 'object' && 'other' in value ? [[key, value]] : [],
  )

test.each(languages)(
  '%s has a form for every number, and says the number unless the form means just one',
  (language) => {
    const rules = new Intl.PluralRules(language)
    for (const [key, forms] of pluralsOf(language)) {
      const numbers = Map.groupBy(
        Array.from({ length: 365 }, (_, index) => index + 1),
        (number) => rules.select(number),
      )
      for (const [form, members] of numbers) {
        const text = forms[form] ?? ''
        expect([key, form, text !== '']).toEqual([key, form, true])
        if (members.length > 1) expect([key, form, gapsOf(text)]).toEqual([key, form, ['{count}']])
      }
    }
  },
)

test.each([
  ['en', 'every month', 'every 3 months', 'every 14 days'],
  ['ro', 'în fiecare lună', 'la fiecare 3 luni', 'la fiecare 14 zile'],
  ['ru', 'каждый месяц', 'каждые 3 месяца', 'каждые 14 дней'],
  ['he', 'בכל חודש', 'בכל 3 חודשים', 'בכל 14 ימים'],
] as const)('%s counts months and days', (language, month, months, days) => {
  const { every } = i18nOf(language)
  expect(every({ type: 'month', value: 1 })).toBe(month)
  expect(every({ type: 'month', value: 3 })).toBe(months)
  expect(every({ type: 'day', value: 14 })).toBe(days)
})

test('the forms of harder numbers', () => {
  expect(i18nOf('ru').every({ type: 'day', value: 21 })).toBe('каждый 21 день')
  expect(i18nOf('ro').every({ type: 'day', value: 20 })).toBe('la fiecare 20 de zile')
  expect(i18nOf('he').every({ type: 'month', value: 2 })).toBe('בכל חודשיים')
})

test('money is exact where a floating-point number is not', () => {
  const big = money(9_007_199_254_740_993_01n, 'EUR')
  expect(i18nOf('en').money(big)).toBe('€9,007,199,254,740,993.01')
  expect(i18nOf('de').money(big)).toBe('9.007.199.254.740.993,01\u00a0€')
  expect(i18nOf('en').money(money(-5n, 'USD'))).toBe('-US$0.05')
  expect(i18nOf('ro').money(money(100_000n, 'RON'))).toBe('1.000,00\u00a0RON')
})

test('units and percents are written as they were given, in the language', () => {
  expect(i18nOf('de').decimal('1234.5')).toBe('1.234,5')
  expect(i18nOf('de').percent('9.5')).toBe('9,5\u00a0%')
  expect(i18nOf('de').decimal('1e3')).toBe('1e3')
})

test('dates are written in words, in the zone they are in', () => {
  expect(i18nOf('en').date(Temporal.PlainDate.from('2027-02-01'))).toBe('1 February 2027')
  expect(i18nOf('ro').date(Temporal.PlainDate.from('2027-02-01'))).toBe('1 februarie 2027')
  const at = Temporal.ZonedDateTime.from('2026-11-20T23:30:00+02:00[Europe/Bucharest]')
  expect(i18nOf('en').dateTime(at)).toBe('20 November 2026 at 23:30')
})

test('what fills a sentence is escaped and keeps its own direction', () => {
  expect(String(format('Pay {amount} to {merchant}.', { amount: '€1.00', merchant: '<b>' }))).toBe(
    'Pay <bdi>€1.00</bdi> to <bdi>&lt;b&gt;</bdi>.',
  )
})

test('only Hebrew is written from right to left', () => {
  expect(languages.filter(isRightToLeft)).toEqual(['he'])
})
