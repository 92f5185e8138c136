import { expect, test } from 'vitest'
import { jaroWinkler } from './jaro-winkler.ts'

test.each([
  ['martha', 'marhta', 0.9611],
  ['dixon', 'dicksonx', 0.8133],
  ['dwayne', 'duane', 0.84],
  ['jellyfish', 'smellyfish', 0.8963],
  ['crate', 'trace', 0.7333],
  ['jones', 'johnson', 0.8324],
  ['abcvwxyz', 'cabvwxyz', 0.9583],
  ['same', 'same', 1],
  ['abc', 'xyz', 0],
  ['', 'a', 0],
])('%s and %s are alike as published', (one, other, expected) => {
  expect(jaroWinkler(one, other)).toBeCloseTo(expected, 3)
  expect(jaroWinkler(other, one)).toBeCloseTo(expected, 3)
})
