import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Language, languages } from './language.ts'
import type { I18n, Plural } from './messages.ts'

type AnyI18nOf = (language: Language) => I18n<object>

/** Every module with texts has them in `languages/index.ts`, whose one function returns those of a language. */
const source = join(import.meta.dirname, '..', '..')
const catalogues = await Promise.all(
  globSync('**/languages/index.ts', { cwd: source }).map(async (path) => {
    const exported: object = await import(join(source, path))
    const i18nOf = Object.values(exported).find((value): value is AnyI18nOf => typeof value === 'function')
    return { module: path.replace('/languages/index.ts', ''), i18nOf: i18nOf! }
  }),
)

/** Correct in these languages although it reads like English, and sentences without a word. */
const sameAsEnglish: Record<string, Partial<Record<Language | 'all', readonly string[]>>> = {
  'core/pages': {
    all: ['unitsTimesPrice'],
    de: ['bank.code', 'problemOfField'],
    el: ['problemOfField'],
    fr: ['date', 'description', 'total', 'bank.code'],
    es: ['problemOfField', 'total'],
    he: ['expiryHint', 'problemOfField'],
    it: ['problemOfField'],
    ro: ['problemOfField', 'support', 'total'],
    ru: ['problemOfField'],
  },
  'acquiring/subscriptions': { all: ['price'] },
  demo: {
    de: ['exactAmount', 'products.baguette.name', 'products.croissant.name'],
    el: ['exactAmount'],
    es: ['exactAmount'],
    fr: ['products.baguette.name', 'products.croissant.name'],
    he: ['exactAmount'],
    it: ['exactAmount', 'products.baguette.name'],
    ro: ['exactAmount', 'products.croissant.name'],
    ru: ['exactAmount'],
  },
  'issuing/cards': { de: ['pin'], el: ['pin'], es: ['pin'], it: ['pin'], ro: ['pin'] },
  'issuing/documents': { de: ['name'], fr: ['document', 'places.page'], ro: ['document'] },
}

/** Gaps that are filled in every sentence of a module, so a language may leave them out or add them. */
const alwaysFilled: Record<string, readonly string[]> = { 'acquiring/emails': ['{merchant}'] }

test('the catalogues of all modules are found', () => {
  expect(catalogues.map(({ module }) => module).toSorted()).toEqual([
    'acquiring/checkout',
    'acquiring/emails',
    'acquiring/invoices',
    'acquiring/subscriptions',
    'core/pages',
    'demo',
    'issuing/cards',
    'issuing/documents',
    'issuing/holders/emails',
    'issuing/threeds',
    'issuing/topups/fiat',
  ])
})

/** Every text of a language by its path: "problems.code_missing", "everyDays.few". */
const textsOf = (messages: object, path = ''): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : textsOf(value, `${path}${key}.`),
  )
const isPlural = (value: unknown): value is Plural => typeof value === 'object' && value !== null && 'other' in value
const pluralsOf = (messages: object, path = ''): [string, Plural][] =>
  Object.entries(messages).flatMap(([key, value]) => {
    if (isPlural(value)) return [[path + key, value]]
    return typeof value === 'object' ? pluralsOf(value, `${path}${key}.`) : []
  })

describe.each(catalogues)('$module', ({ module, i18nOf }) => {
  const english = i18nOf('en').messages
  const englishTexts = new Map(textsOf(english))
  const plurals = pluralsOf(english).map(([path]) => path)
  const isPluralForm = (path: string) => plurals.some((key) => path.startsWith(`${key}.`))
  const gapsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()
  const ownGapsOf = (text: string) => gapsOf(text).filter((gap) => !alwaysFilled[module]?.includes(gap))

  describe.each(languages)('in %s', (language) => {
    const { messages } = i18nOf(language)

    test('no sentence is empty or has spaces around it', () => {
      for (const [path, text] of textsOf(messages)) expect([path, text]).toEqual([path, text.trim()])
      for (const [path, text] of textsOf(messages)) expect([path, text]).not.toEqual([path, ''])
    })

    test('no sentence is missing, left in English, or has other gaps than the English one', () => {
      const own = new Map(textsOf(messages))
      const left = [...own].filter(([path, text]) => englishTexts.get(path) === text).map(([path]) => path)
      const allowed = [...(sameAsEnglish[module]?.all ?? []), ...(sameAsEnglish[module]?.[language] ?? [])]
      if (language !== 'en') expect(left.toSorted()).toEqual(allowed.toSorted())
      for (const [path, text] of englishTexts)
        if (!isPluralForm(path)) expect([path, ownGapsOf(own.get(path)!)]).toEqual([path, ownGapsOf(text)])
    })

    test('each plural has a form for every number, which says the number unless it means just one', () => {
      const rules = new Intl.PluralRules(language)
      const numbers = Array.from({ length: 365 }, (_, index) => index + 1)
      for (const [path, forms] of pluralsOf(messages))
        for (const [form, members] of Map.groupBy(numbers, (number) => rules.select(number))) {
          const text = forms[form] ?? ''
          expect([path, form, text !== '']).toEqual([path, form, true])
          if (members.length > 1) expect([path, form, gapsOf(text)]).toEqual([path, form, ['{count}']])
        }
    })
  })
})
