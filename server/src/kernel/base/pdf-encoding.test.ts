import { expect, test } from 'vitest'
import { inWindows1252 } from './pdf-encoding.ts'

test.each([
  ['Café, 9.90 €, •••• 1111', 'Café, 9.90 \u0080, \u0095\u0095\u0095\u0095 1111'],
  ['„Brutăria” Ștefan – Œuvre', '\u0084Brutaria\u0094 Stefan \u0096 \u008cuvre'],
  ['1\u202f234,50\u00a0\u20ac', '1\u00a0234,50\u00a0\u0080'],
  ['\u2068Ana\u2069', 'Ana'],
  ['Пекарня 🥐, Ψωμί', 'Pekarnya ?, Psomi'],
  ['S\u0326tefan', 'Stefan'],
])('%j is written as %j', (text, written) => {
  expect(inWindows1252(text)).toBe(written)
  expect(inWindows1252(written)).toBe(written)
})
