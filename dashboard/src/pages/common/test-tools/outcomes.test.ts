import { expect, test } from 'vitest'
import { inRomanian } from './outcomes.ts'

test('what a card does, and by which name of its holder, is said in Romanian; what is not known stays as it is', () => {
  expect(inRomanian('Declined: insufficient funds, when the name of its holder is NOT_ENOUGH_BALANCE')).toBe(
    'Respins: fonduri insuficiente, când numele titularului este NOT_ENOUGH_BALANCE',
  )
  expect(inRomanian('Approved by a card of next year')).toBe('Approved by a card of next year')
})
