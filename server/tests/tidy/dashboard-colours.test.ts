import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const tokens = readFileSync(join(import.meta.dirname, '../../../dashboard/src/styles/tokens.css'), 'utf8')

type Theme = 'light' | 'dark'
const colours = new Map(
  [...tokens.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminanceOf(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [r = 0, g = 0, b = 0] = channels.map((value) =>
    value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string, theme: Theme): number {
  const [light = 0, dark = 0] = [one, other]
    .map((name) => luminanceOf(colours.get(name)![theme]))
    .toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const tones = ['good', 'info', 'wait', 'unsure', 'bad']
/** Text is 4.5 at least, and what must be seen without being read (lines of charts, edges, the focus) 3. */
const pairs: readonly (readonly [of: string, on: string, least: number])[] = [
  ...['page', 'paper', 'sunken'].flatMap((on) => [['ink', on, 4.5] as const, ['soft', on, 4.5] as const]),
  ...['paper', 'page'].map((on) => ['accent', on, 4.5] as const),
  ['on-accent', 'accent', 4.5],
  ['on-bad', 'bad', 4.5],
  ['test', 'test-wash', 4.5],
  ...tones.flatMap((tone) => [[tone, 'paper', 4.5] as const, [tone, `${tone}-wash`, 4.5] as const]),
  ...['edge', 'focus', 'series-1', 'series-2', 'series-3'].map((of) => [of, 'paper', 3] as const),
]

describe.each(['light', 'dark'] as const)('the %s colours of the dashboard', (theme) => {
  test.each(pairs)('%s can be seen on %s (%d to 1)', (of, on, least) => {
    expect(contrast(of, on, theme)).toBeGreaterThanOrEqual(least)
  })
})
