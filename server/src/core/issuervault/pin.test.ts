import { expect, test } from 'vitest'
import { isPin } from './pin.ts'

test.each(['1111', '000000', '1234', '4321', '7890', '0987', '123456', '12', '1234567', '12a4', '', ' 2580'])(
  'the PIN "%s" is refused',
  (pin) => expect(isPin(pin)).toBe(false),
)

test.each(['2580', '1357', '8264', '90210', '112211'])('the PIN %s is accepted', (pin) => expect(isPin(pin)).toBe(true))
