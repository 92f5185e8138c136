import { expect, test } from 'vitest'
import { drawnFromLeft } from './text-order.ts'

test.each([
  ['Bread', 'rtl', 'Bread'],
  ['תאריך', 'rtl', 'ךיראת'],
  ['תאריך: 4 במאי 2026', 'rtl', '2026 יאמב 4 :ךיראת'],
  ['חשבונית CR-41', 'rtl', 'CR-41 תינובשח'],
  ['סכום (כולל)', 'rtl', '(ללוכ) םוכס'],
  ['To Dana דנה כהן, 5', 'ltr', 'To Dana ןהכ הנד, 5'],
  ['\u2068Ana\u2069 \u200f9.90', 'ltr', 'Ana 9.90'],
] as const)('%j in a line that is read %s is drawn as %j', (text, direction, drawn) => {
  expect(drawnFromLeft(text, direction)).toBe(drawn)
})
