import { expect, test } from 'vitest'
import { byLength, isLong, seedsOf } from '../world/length.ts'
import { simulateCardTesting } from './card-testing.ts'

/** The addresses of the attacker, the answers that it may learn at the most, and the shoppers it may disturb. */
const attacks = byLength({
  short: [
    { addresses: 1, cards: 100, honest: 30, learnedMax: 30, disturbedMax: 0 },
    { addresses: 10, cards: 100, honest: 30, learnedMax: 30, disturbedMax: 0 },
    { addresses: 100, cards: 100, honest: 30, learnedMax: 30, disturbedMax: 0 },
  ],
  long: [
    { addresses: 1, cards: 10_000, honest: 1_000, learnedMax: 30, disturbedMax: 0 },
    { addresses: 100, cards: 10_000, honest: 1_000, learnedMax: 100, disturbedMax: 0 },
    { addresses: 10_000, cards: 10_000, honest: 1_000, learnedMax: 300, disturbedMax: 5 },
  ],
})

/** One seed: every attack is an hour of a shop, and the attacker's own chances hardly matter to what it learns. */
const [seed] = seedsOf({ short: 1, long: 1 })

test.each(attacks.map((attack) => ({ ...attack, seed: seed! })))(
  'seed $seed: of $cards cards, from as many as $addresses addresses, fewer than $learnedMax are learned, and at most $disturbedMax of $honest shoppers are refused or wait for two seconds',
  { timeout: isLong ? 3_600_000 : 60_000 },
  async ({ learnedMax, disturbedMax, ...attack }) => {
    const { learned, honest, differences } = await simulateCardTesting(attack)
    const about = JSON.stringify({ learned, ...honest })
    if (isLong) process.stdout.write(`card testing from ${attack.addresses} addresses: ${about}\n`)
    expect(learned, about).toBeLessThan(learnedMax)
    expect(honest.refused + honest.delayed, about).toBeLessThanOrEqual(disturbedMax)
    expect(honest.paid + honest.declined, about).toBeGreaterThanOrEqual(attack.honest - disturbedMax)
    expect(differences).toEqual([])
  },
)
