import { expect, test } from 'vitest'
import { byLength, isLong, seedsOf } from '../world/length.ts'
import { type Attack, simulateCardTesting } from './card-testing.ts'
import type { Banks } from './card-testing-banks.ts'

/** An assumption: how well banks know their customers differs. That the limits hold without it is tried below. */
const knowing: Banks = { askOwner: 10, askStranger: 98 }
const neverAsking: Banks = { askOwner: 0, askStranger: 0 }

type Case = Omit<Attack, 'seed'> & {
  what: string
  learnedMax: number
  /** Refused, or waiting for two seconds because of us. */
  disturbedMax: number
  /** Of a hundred honest shoppers so many confirm with their bank. */
  askedPercentMax: number
}

const size = byLength({ short: { cards: 100, honest: 30 }, long: { cards: 10_000, honest: 1_000 } })
const atFullSpeed = { ...size, links: 1, hours: 1, burst: 20, banks: knowing, disturbedMax: 0 }
const patient = { hours: 24, burst: 1, banks: neverAsking, disturbedMax: 0, askedPercentMax: 100, honest: 10 }

const attacks: Case[] = [
  {
    what: 'from one address',
    ...atFullSpeed,
    addresses: 1,
    learnedMax: 30,
    askedPercentMax: 30,
  },
  // Between one and as many as cards: what either of them meets, it meets. And a bank that asks makes it harder.
  ...byLength<Case[]>({
    short: [],
    long: [
      { what: 'from some addresses', ...atFullSpeed, addresses: 100, learnedMax: 100, askedPercentMax: 30 },
      {
        what: 'from an address for each card',
        ...atFullSpeed,
        addresses: 10_000,
        learnedMax: 300,
        disturbedMax: 5,
        askedPercentMax: 20,
      },
    ],
  }),
  {
    what: 'from an address for each card, with banks that ask nobody',
    ...atFullSpeed,
    banks: neverAsking,
    addresses: byLength({ short: 100, long: 10_000 }),
    // What is under way when the limit of the link is reached is answered too: up to a burst above it.
    learnedMax: byLength({ short: 70, long: 300 }),
    disturbedMax: byLength({ short: 0, long: 5 }),
    askedPercentMax: 100,
  },
  // A patient attacker is in `stories/velocity-authentication`; what is noticed of a whole site is in `stories/velocity-limits`.
  ...byLength<Case[]>({
    short: [],
    long: [
      {
        what: 'slowly over a day, so that no short count is high',
        ...patient,
        cards: 1_000,
        addresses: 1_000,
        links: 1,
        learnedMax: 100,
      },
      {
        what: 'slowly over a day, on twenty links in turn',
        ...patient,
        cards: 1_000,
        addresses: 1_000,
        links: 20,
        learnedMax: 180,
      },
    ],
  }),
]

/** One seed: the attacker's own chances hardly matter to what it learns. */
const [seed] = seedsOf({ short: 1, long: 1 })

test.each(attacks)(
  `seed ${seed}: of $cards stolen cards, $what, fewer than $learnedMax are learned, and at most $disturbedMax of $honest shoppers are refused or wait, and $askedPercentMax% confirm with their bank`,
  { timeout: isLong ? 3_600_000 : 180_000 },
  async ({ what, learnedMax, disturbedMax, askedPercentMax, ...attack }) => {
    const { learned, honest, differences } = await simulateCardTesting({ ...attack, seed: seed! })
    const about = JSON.stringify({ learned, ...honest })
    if (isLong) process.stdout.write(`card testing ${what}: ${about}\n`)
    expect(learned, about).toBeLessThan(learnedMax)
    expect(honest.refused + honest.delayed, about).toBeLessThanOrEqual(disturbedMax)
    expect(honest.asked, about).toBeLessThanOrEqual((attack.honest * askedPercentMax) / 100)
    expect(honest.paid + honest.declined, about).toBeGreaterThanOrEqual(attack.honest - disturbedMax)
    expect(differences).toEqual([])
  },
)
