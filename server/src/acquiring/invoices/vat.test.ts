import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditOf, totalsByRate, vatOf } from './vat.ts'

const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n)

test('VAT is rounded once for each rate, and the lines add up to it', () => {
  const lines = ['19', '19', '19', '5.5'].map((vatPercent) => ({ vatPercent, minor: 1_00n }))
  expect(vatOf(lines)).toEqual([16n, 16n, 16n, 5n])
  expect(sum(vatOf(lines).slice(0, 3))).toBe(48n) // 300 × 19 ÷ 119 = 47.899
  expect(vatOf([{ vatPercent: '0', minor: 990n }])).toEqual([0n])
  expect(vatOf([{ vatPercent: '100', minor: 1n }])).toEqual([1n]) // half a cent is rounded up
})

test('the totals of the rates are the sums of their lines, the highest rate first', () => {
  const lines = [
    { vatPercent: '9', minor: 109n, vatMinor: 9n },
    { vatPercent: '19', minor: 119n, vatMinor: 19n },
    { vatPercent: '9', minor: 109n, vatMinor: 9n },
  ]
  expect(totalsByRate(lines)).toEqual([
    { vatPercent: '19', net: 100n, vat: 19n, gross: 119n },
    { vatPercent: '9', net: 200n, vat: 18n, gross: 218n },
  ])
})

const line = fc.record({
  vatPercent: fc.constantFrom('0', '5.5', '9', '19', '21.3333'),
  // A line below zero is a discount.
  minor: fc.bigInt({ min: -500n, max: 100_000n }),
})

test('however a document is credited in parts, every line is credited whole in the end, and never more', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 12 }).filter((lines) => sum(lines.map(({ minor }) => minor)) > 0n),
      fc.array(fc.bigInt({ min: 1n, max: 60_000n }), { maxLength: 8 }),
      (lines, parts) => {
        const vat = vatOf(lines)
        let left = lines.map(({ minor }, at) => ({ minor, vatMinor: vat[at]! }))
        const whole = () => sum(left.map(({ minor }) => minor))
        for (const part of [...parts, 10_000_000n]) {
          const credited = part < whole() ? part : whole()
          if (credited === 0n) break
          const credit = creditOf(left, credited)
          expect(sum(credit.map(({ minor }) => minor))).toBe(credited)
          for (const [at, { minor }] of credit.entries()) {
            const most = left[at]!.minor
            expect(most < 0n ? minor >= most && minor <= 0n : minor >= 0n && minor <= most).toBe(true)
          }
          left = left.map(({ minor, vatMinor }, at) => ({
            minor: minor - credit[at]!.minor,
            vatMinor: vatMinor - credit[at]!.vatMinor,
          }))
        }
        expect(left.every(({ minor, vatMinor }) => minor === 0n && vatMinor === 0n)).toBe(true)
      },
    ),
  )
})
