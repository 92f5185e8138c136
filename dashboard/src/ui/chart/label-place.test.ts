import { expect, test } from 'vitest'
import { placeLabel } from './label-place.ts'

test('the name of a line lies neither on a line nor on the name of another', () => {
  const space = { width: 600, height: 190 }
  // Today ends in the middle of yesterday, which goes up right where the name would stand.
  const today = [
    { x: 60, y: 160 },
    { x: 200, y: 100 },
  ]
  const before = [
    { x: 60, y: 160 },
    { x: 200, y: 105 },
    { x: 300, y: 60 },
    { x: 580, y: 40 },
  ]
  const first = placeLabel('Today', today.at(-1)!, { ...space, lines: [today, before], taken: [] })
  expect(first).toMatchObject({ anchor: 'end', y: 92 })
  const second = placeLabel('Today', today.at(-1)!, { ...space, lines: [today, before], taken: [first.box] })
  expect(second).not.toMatchObject({ x: first.x, y: first.y })
  // At the right end there is no space but to the left.
  expect(placeLabel('Tue 3 Nov', before.at(-1)!, { ...space, lines: [today, before], taken: [] }).anchor).toBe('end')
})
