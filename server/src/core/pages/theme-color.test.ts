import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, themeColorFor } from './theme-color.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('words can be read on every colour a merchant may choose', () => {
  fc.assert(
    fc.property(colour, (hex) => {
      const { fill, text } = themeColorFor(hex)
      expect(fill).toBe(hex)
      expect(contrast(fill, text)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 2000 },
  )
})

test('white words are kept for as long as they can be read', () => {
  expect(themeColorFor('#b4472e')).toMatchObject({ fill: '#b4472e', text: '#ffffff' })
  expect(themeColorFor('#767676').text).toBe('#ffffff')
  expect(themeColorFor('#777777').text).toBe('#000000')
  expect(themeColorFor('#ffcc00').text).toBe('#000000')
})

test('contrast is counted as WCAG counts it', () => {
  expect(contrast('#ffffff', '#000000')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
  expect(contrast('#ffffff', '#777777')).toBe(contrast('#777777', '#ffffff'))
})

test('a value that is not a colour is replaced by the default, so nothing else gets into the style sheet', () => {
  const own = themeColorFor(undefined)
  for (const text of ['', 'red', '#12', '#12345', 'rgb(0,0,0)', '#fff;}body{display:none', '#ggg']) {
    expect(themeColorFor(text)).toEqual(own)
  }
  expect(themeColorFor('#FA0').fill).toBe('#ffaa00')
})
