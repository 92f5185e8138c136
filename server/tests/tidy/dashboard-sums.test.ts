import { expect, test } from 'vitest'
import { sumOf } from '../../../dashboard/src/parts/sums.ts'

test('the dashboard adds up amounts to the cent, whatever their size and sign', () => {
  expect(sumOf(['12.30', '-2.30'])).toBe('10.00')
  expect(sumOf(['0.10', '0.20'])).toBe('0.30')
  expect(sumOf(['-0.05', '0.02'])).toBe('-0.03')
  expect(sumOf(['90071992547409.93', '0.01'])).toBe('90071992547409.94')
  expect(sumOf(['1500', '-500'])).toBe('1000')
  expect(sumOf([])).toBe('0')
})
