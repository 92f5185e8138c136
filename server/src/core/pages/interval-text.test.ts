import { expect, test } from 'vitest'
import { intervalText } from './interval-text.ts'
import { i18nOf } from './languages/index.ts'

test.each([
  ['en', 'every month', 'every 3 months', 'every 14 days'],
  ['ro', 'în fiecare lună', 'la fiecare 3 luni', 'la fiecare 14 zile'],
  ['ru', 'каждый месяц', 'каждые 3 месяца', 'каждые 14 дней'],
  ['he', 'בכל חודש', 'בכל 3 חודשים', 'בכל 14 ימים'],
] as const)('%s counts months and days', (language, month, months, days) => {
  const i18n = i18nOf(language)
  expect(intervalText(i18n, { type: 'month', value: 1 })).toBe(month)
  expect(intervalText(i18n, { type: 'month', value: 3 })).toBe(months)
  expect(intervalText(i18n, { type: 'day', value: 14 })).toBe(days)
})

test('the forms of harder numbers', () => {
  expect(intervalText(i18nOf('ru'), { type: 'day', value: 21 })).toBe('каждый 21 день')
  expect(intervalText(i18nOf('ro'), { type: 'day', value: 20 })).toBe('la fiecare 20 de zile')
  expect(intervalText(i18nOf('he'), { type: 'month', value: 2 })).toBe('בכל חודשיים')
})
