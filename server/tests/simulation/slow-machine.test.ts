import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locks } from '../tidy/named-calls.ts'
import { longTest, seedsOf } from '../world/length.ts'
import { randomOf } from './random.ts'
import { merchantScenarios } from './slow-machine/merchants.ts'
import { otherScenarios } from './slow-machine/others.ts'
import { paymentScenarios } from './slow-machine/payments.ts'
import { spendingScenarios } from './slow-machine/spending.ts'
import { openStage, type Scenario, type Stage } from './slow-machine/stage.ts'
import { topupScenarios } from './slow-machine/topups.ts'
import { placesOf, tryScenario } from './slow-machine/try-scenario.ts'

/**
 * A machine on which any time may pass between two statements of a decision under a lock: a decision has its locks for long
 * while another one comes; or its deadline passes, another one has its connection by then, and it sends its statement all
 * the same. Deadlines pass by hand, and everybody is stopped where it matters, so nothing sleeps and nothing is hoped for.
 */
const scenarios: Readonly<Record<string, Scenario>> = {
  ...spendingScenarios,
  ...topupScenarios,
  ...paymentScenarios,
  ...merchantScenarios,
  ...otherScenarios,
}
const seeds = seedsOf({ short: 1, long: 2 })

test('each user of db.locked is tried on a slow machine', () => {
  const users = new Set(locks.flatMap(({ name }) => name ?? []))
  // It is refused beside any other program: test-copies.test.ts.
  users.delete('make-test-copy')
  expect(Object.keys(scenarios).toSorted()).toEqual([...users].toSorted())
  // `inTurn` is one of the calls above. What a first start makes is committed outside of its lock: first-starts.test.ts.
  // A commit that takes ids first, and the codes of rows, pass on the name of their caller.
  expect(locks.filter(({ isPassedOn }) => isPassedOn).map(({ file }) => file.path)).toEqual([
    'server/src/acquiring/payments/in-turn.ts',
    'server/src/app/seed.ts',
    'server/src/kernel/db/bound/open-bound.ts',
    'server/src/kernel/db/commit/commit.ts',
  ])
})

describe('a slow machine', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  test('overspends nothing when a card payment is decided late', async () => {
    const [name, scenario] = ['decide-together', spendingScenarios['decide-together']!]
    const places = await placesOf(stage, name, scenario)
    const latest = places.findLast(({ isLate }) => isLate)!
    await tryScenario(stage, name, scenario, latest)
  })

  test.each(seeds)('loses and doubles nothing, wherever time is stretched: seed %i', async (seed) => {
    const random = randomOf(seed)
    for (let tries = 0; tries < 3; tries++) {
      const [name, scenario] = random.pick(Object.entries(scenarios))
      await tryScenario(stage, name, scenario, random.pick(await placesOf(stage, name, scenario)))
    }
  })

  for (const [name, scenario] of Object.entries(scenarios)) {
    // In small: loses and doubles nothing, wherever time is stretched: seed %i
    longTest(`stretches the time before each statement of ${name}`, async () => {
      const places = await placesOf(stage, name, scenario)
      expect(places.length).toBeGreaterThan(0)
      for (const place of places) await tryScenario(stage, name, scenario, place)
    })
  }

  test('agrees with itself in the end', async () => {
    await stage.world.runUntilIdle()
    expect((await stage.world.verify()).differences).toEqual([])
  })
})
