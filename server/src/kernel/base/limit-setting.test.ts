import { expect, test } from 'vitest'
import { readLimitSetting } from './limit-setting.ts'

const hour = Temporal.Duration.from('PT1H')
const builtIn = { keys: { points: 5, per: hour }, cards: { points: 9, per: hour } }
const read = (text: string) =>
  readLimitSetting(text, builtIn, {
    count: 'points',
    change: (limit, points, per) => (points > 0 ? { ...limit, points, per } : undefined),
  })

test('on is what is built in, off is nothing, and a name changes one of them', () => {
  expect(read('on')).toEqual({ limits: builtIn })
  expect(read('off')).toEqual({ limits: {} })
  expect(read(' cards=20/PT10M ')).toEqual({
    limits: { ...builtIn, cards: { points: 20, per: Temporal.Duration.from('PT10M') } },
  })
})

test.each(['', 'cards', 'cards=20', 'cards=0/PT1H', 'cards=2/P', 'cards=2/PT0S', 'toString=2/PT1H', 'keys=1/PT1H,,'])(
  '"%s" is refused with how to write it',
  (text) => {
    expect(read(text)).toEqual({ problem: 'write on, off, or name=points/duration with one of keys, cards' })
  },
)
