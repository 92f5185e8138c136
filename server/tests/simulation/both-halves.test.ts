import { afterAll, expect, test } from 'vitest'
import { byLength, seedsOf } from '../world/length.ts'
import { type BothHalves, openBothHalves } from './both-halves.ts'
import { leave } from './both-halves-accounts.ts'
import { alwaysTrue, disagreements } from './both-halves-agreement.ts'
import { authenticateFar } from './both-halves-authentication.ts'
import { decideLost, moveChain, orderCoins, sendCoins } from './both-halves-coins.ts'
import { killProcess } from './both-halves-deaths.ts'
import { decideFar } from './both-halves-deciding.ts'
import { decideClaim, dispute } from './both-halves-disputes.ts'
import { clearAgain, sendFile } from './both-halves-files.ts'
import { changeCard } from './both-halves-holders.ts'
import { lostOnTheLine } from './both-halves-line.ts'
import {
  adviseFar,
  authorizeFar,
  clearFar,
  increaseFar,
  refundFar,
  repeatFar,
  reverseFar,
} from './both-halves-messages.ts'
import { withdrawFar } from './both-halves-pins.ts'
import { buy, captureOwn, payAgain, reverseOwn } from './both-halves-purchases.ts'
import { subscribe, unsubscribe } from './both-halves-subscriptions.ts'
import { changeManners, comeToRest, passTime, work } from './both-halves-time.ts'
import { passOn, topUp } from './both-halves-topups.ts'
import { type Random, randomOf } from './random.ts'

/**
 * Long bad days of issuing and acquiring together: what is topped up through our own checkout and in coins is spent at our
 * own merchant and at merchants of other banks, while lines fail, everything comes late, twice, or in another order, and
 * one of two processes dies.
 *
 * SEED=123 STEPS=40 npx vitest run --project worlds server/tests/simulation/both-halves.test.ts replays one.
 */
const seeds = seedsOf({ short: 7, long: 2_000 })
const stepsMax = Number(process.env.STEPS ?? byLength({ short: 22, long: 50 }))

type Step = (scene: BothHalves, random: Random) => Promise<string>
const steps: readonly (readonly [weight: number, step: Step])[] = [
  [14, buy],
  [5, payAgain],
  [5, captureOwn],
  [8, reverseOwn],
  [12, authorizeFar],
  [6, authenticateFar],
  [4, increaseFar],
  [8, reverseFar],
  [3, adviseFar],
  [12, clearFar],
  [6, refundFar],
  [5, repeatFar],
  [4, sendFile],
  [2, clearAgain],
  [4, dispute],
  [5, decideClaim],
  [4, withdrawFar],
  [3, leave],
  [6, subscribe],
  [1, unsubscribe],
  [4, decideFar],
  [4, killProcess],
  [8, topUp],
  [7, passOn],
  [5, orderCoins],
  [4, sendCoins],
  [7, moveChain],
  [4, decideLost],
  [4, changeCard],
  [3, changeManners],
  [8, passTime],
  [3, work],
  [8, atOnce],
]

/** Storms in which nothing went wrong, or nothing was bought, have shown nothing. */
const often = { lost: 0, moved: 0, orders: 0 }
const seen = { ...often, confirmed: 0, deaths: 0, claims: 0, files: 0, questions: 0, bills: 0 }
afterAll(() => {
  if (seeds.length >= 7)
    for (const [what, count] of Object.entries(seen))
      expect(count, what).toBeGreaterThan(what in often ? seeds.length / 2 : seeds.length / 20)
})

const title = 'both halves agree on every amount after bad days of cards, coins and lost answers (SEED=%i)'
test.each(seeds)(title, async (seed) => {
  await using scene = await openBothHalves(seed)
  const random = randomOf(seed)
  const diary: string[] = []
  try {
    for (let step = 1; step <= stepsMax; step++) {
      const own = random.fork()
      for (const one of [scene.acquirer, scene.ownLine, scene.network.line]) one.reseed(own.seed())
      diary.push(`${step}. ${await chosen(own)(scene, own)}`)
      expectNone([...errorsOf(scene), ...(await alwaysTrue(scene))])
    }
    await comeToRest(scene, random)
    expectNone([...errorsOf(scene), ...(await disagreements(scene))])
    await count(scene)
    expectNone((await scene.world.verify()).differences.map((difference) => JSON.stringify(difference)))
  } catch (error) {
    const last = diary.slice(-40).join('\n')
    throw new Error(`SEED=${seed}, after step ${diary.length} at ${scene.world.clock.now()}:\n${last}\n\n${error}`, {
      cause: error,
    })
  }
})

function chosen(random: Random): Step {
  const all = steps.reduce((sum, [weight]) => sum + weight, 0)
  let draw = random.between(1, all)
  for (const [weight, step] of steps) {
    draw -= weight
    if (draw <= 0) return step
  }
  return buy
}

/** Several things happen at the same moment. */
async function atOnce(scene: BothHalves, random: Random): Promise<string> {
  const dices = Array.from({ length: random.between(2, 4) }, () => random.fork())
  const done = await Promise.all(dices.map((own) => chosen(own)(scene, own)))
  return `at once: ${done.join(' | ')}`
}

async function count({ network, ownLine, confirmed, coins, ...scene }: BothHalves): Promise<void> {
  for (const { lost } of [network.line, ownLine]) seen.lost += lost.messages + lost.answers
  seen.moved += network.moved.size
  seen.confirmed += confirmed.size
  seen.orders += coins.length
  seen.deaths += scene.deaths
  seen.claims += scene.claims.length
  seen.files += scene.files.length
  seen.questions += scene.decider.receiver.requests.length
  seen.bills += Number((await scene.world.query('select count(*) as n from billing.periods'))[0]!.n)
}

/** As `toEqual([])`, saying all that is wrong. */
const expectNone = (wrong: readonly string[]): void => expect(wrong, wrong.join('\n')).toEqual([])

const errorsOf = ({ world, neighbour, ownLine, network }: BothHalves): string[] => [
  ...[...world.logged, ...neighbour.errors].filter(
    (line) => line.includes('"level":"error"') && !line.includes(lostOnTheLine),
  ),
  ...ownLine.clashes,
  ...network.line.clashes,
]
