import { expect, test } from 'vitest'
import { minimumsToSend } from './minimums.ts'

test('a least amount whose line was taken out is removed, and the others are sent as they stand', () => {
  expect(minimumsToSend('150.00 eur\n\n 20 USD', '100.00 EUR\n50.00 RON')).toEqual(['150.00 eur', '20 USD', '0 RON'])
})
