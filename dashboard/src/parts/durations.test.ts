import { expect, test } from 'vitest'
import { durationsText } from './durations.ts'

test.each([
  ['en', 'P1D,P3D,P7D', '1 day, 3 days, 7 days'],
  ['en', 'PT12H, PT30M,P2W,P1M', '12 hours, 30 minutes, 2 weeks, 1 month'],
  ['ro', 'P1D,P3D', '1 zi, 3 zile'],
  ['en', 'P1DT2H,soon', 'P1DT2H, soon'],
])('in %s %s is %s', (language, durations, words) => {
  expect(durationsText(language, durations)).toBe(words)
})
