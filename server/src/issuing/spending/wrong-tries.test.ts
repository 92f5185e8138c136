import { expect, test } from 'vitest'
import type { Instant } from '#kernel/base/clock.ts'
import type { Authorizing } from './authorize.ts'
import { openWrongTries } from './wrong-tries.ts'

type Row = { subject: string; version: number; emptiesAt: Instant; notifiedAt: Instant | null }
const start = Temporal.Instant.from('2026-05-04T10:00:00Z')
const dayMs = 24 * 3_600_000

/** Counts as the database keeps them, and an attacker who sends one code at a time. `true`: the answer depends on the code. */
function openIssuer() {
  const rows = new Map<string, Row>()
  return (now: Instant, { card, acquirer, merchant, isRight }: Record<string, string | number | boolean>): boolean => {
    const read = [`card ${card}`, `merchant ${acquirer} ${merchant}`, `acquirer ${acquirer}`].flatMap((subject) => {
      const row = rows.get(subject)
      return row ? [[subject, row] as const] : []
    })
    const tries = openWrongTries(now, new Map(read))
    const asked = {
      card: { id: String(card), holderId: 'h', partnerId: 1, expiry: '3001' },
      shown: { cvv2: isRight ? 'match' : 'noMatch', pin: 'notSent' },
      request: {
        card: { expiry: '3001' },
        reference: { acquirerId: String(acquirer) },
        merchant: { id: String(merchant) },
        channel: 'online',
        entry: '812',
        recurring: false,
      },
    } as unknown as Authorizing
    const isCompared = tries.take(asked) === asked
    for (const write of tries.writes()) {
      if (write.write !== 'insert' && write.write !== 'update') continue
      const set = (write.write === 'insert' ? write.rows[0]! : write.set) as Record<string, never>
      const subject = String(write.write === 'insert' ? set.subject : write.where.subject)
      rows.set(subject, { subject, version: set.version!, emptiesAt: set.empties_at!, notifiedAt: set.notified_at! })
    }
    return isCompared
  }
}

/** The same in every run: a linear congruential generator (Numerical Recipes). */
function chance(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** 10,000 tries, evenly over a day. */
const attack = (of: (now: Instant, nth: number) => void) => {
  for (let nth = 0; nth < 10_000; nth++) of(start.add({ milliseconds: Math.floor((nth * dayMs) / 10_000) }), nth)
}

test('of 10,000 tries on one card within a day at most 100 are compared', () => {
  const answer = openIssuer()
  let compared = 0
  attack((now, nth) => {
    if (answer(now, { card: 'one', acquirer: nth, merchant: nth, isRight: false })) compared++
  })
  expect(compared).toBeGreaterThan(0)
  expect(compared).toBeLessThanOrEqual(100)
})

test.each([
  ['one merchant', () => 'm'],
  ['a merchant for each card', (nth: number) => `m${nth}`],
])('on 10,000 cards through one acquirer and %s at most three right codes are learnt', (_what, merchantOf) => {
  const [answer, draw] = [openIssuer(), chance(1)]
  let learnt = 0
  attack((now, nth) => {
    const isRight = draw(1000) === 0
    if (answer(now, { card: nth, acquirer: 1, merchant: merchantOf(nth), isRight }) && isRight) learnt++
  })
  expect(learnt).toBeLessThanOrEqual(3)
})

test('through twenty acquirers nothing more is learnt than by luck', () => {
  const [answer, draw] = [openIssuer(), chance(4)]
  const seen = { right: 0, learnt: 0 }
  attack((now, nth) => {
    const isRight = draw(1000) === 0
    if (isRight) seen.right++
    if (answer(now, { card: nth, acquirer: nth % 20, merchant: 'm', isRight }) && isRight) seen.learnt++
  })
  expect(seen.learnt).toBeLessThanOrEqual(seen.right)
  expect(seen.right).toBeLessThan(25)
})

test('an attacker who stops has stopped typed cards for a quarter of an hour at most', () => {
  const answer = openIssuer()
  attack((now, nth) => {
    answer(now, { card: nth % 7, acquirer: 1, merchant: 'm', isRight: false })
  })
  const after = start.add({ milliseconds: dayMs }).add({ minutes: 15 })
  for (let card = 0; card < 7; card++)
    expect(answer(after, { card, acquirer: 1, merchant: 'm', isRight: true })).toBe(true)
})
