import { expect, test } from 'vitest'
import { debtWords } from './debt-words.ts'

test('a debt says how often it was declined in words that fit the number, and its days one by one', () => {
  const days = ['Nov 24, 2026', 'Nov 26, 2026']
  expect(debtWords('en', 1, days)).toBe('Debt from before, declined once; tried again on Nov 24, 2026 · Nov 26, 2026')
  expect(debtWords('en', 2, days)).toContain('declined 2 times;')
  expect(debtWords('ro', 1, days)).toContain('respinsă o dată;')
  expect(debtWords('ro', 3, days)).toContain('respinsă de 3 ori;')
  expect(debtWords('ro', 20, days)).toContain('respinsă de 20 de ori;')
})
