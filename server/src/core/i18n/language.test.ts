import { expect, test } from 'vitest'
import { chooseLanguage, isRightToLeft, languages } from './language.ts'

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

test('only Hebrew is written from right to left', () => {
  expect(languages.filter(isRightToLeft)).toEqual(['he'])
})
