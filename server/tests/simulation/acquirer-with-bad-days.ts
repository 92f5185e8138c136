import { type Acquirer, type FollowAsk, NoAnswer } from '#connectors/acquirer/acquirer.ts'
import { type Money, money } from '#kernel/money.ts'

export type BadDays = {
  /** The same seed and the same order of asks lose the same ones. */
  seed: number
  /** Of a hundred asks, how many never reach the acquirer. */
  asksLostPercent: number
  /** Of a hundred asks, how many are acted on and their answer never comes back. */
  answersLostPercent: number
  /** Of a hundred asks, how many are stuck on their way until `lateAsksArrive`; whoever asked has long given up. */
  asksLatePercent?: number
  /** Of a hundred captures, reversals and refunds that are possible, how many are refused all the same. */
  followsRefusedPercent?: number
}

export type AcquirerWithBadDays = Acquirer & {
  /** From here on luck goes by another seed, so that a simulation can give each of its steps a luck of its own. */
  reseed(seed: number): void
  /** Everything that is stuck on its way arrives now; nobody waits for the answers any more. Gives how many asks came. */
  lateAsksArrive(): Promise<number>
  /** From now on nothing is lost or late any more, so that a simulation can come to rest. */
  calmDown(): void
  /** What went wrong so far: a simulation in which nothing was lost has shown nothing. */
  readonly lost: { readonly asks: number; readonly answers: number; readonly late: number }
}

/** An acquirer that is moody, behind a line that loses asks and answers and delays asks. */
export function acquirerWithBadDays(inner: Acquirer, days: BadDays): AcquirerWithBadDays {
  const { asksLostPercent, answersLostPercent, asksLatePercent = 0, followsRefusedPercent = 0 } = days
  let random = seededRandom(days.seed)
  const lost = { asks: 0, answers: 0, late: 0 }
  let stuck: (() => Promise<unknown>)[] = []
  let calm = false
  const overTheLine = async <T>(ask: () => Promise<T>): Promise<T> => {
    const luck = random() * 100
    if (!calm && luck < asksLostPercent) {
      lost.asks++
      throw new NoAnswer('the ask was lost on its way')
    }
    if (!calm && luck >= 100 - asksLatePercent) {
      lost.late++
      stuck.push(ask)
      throw new NoAnswer('the ask is stuck on its way')
    }
    const answer = await ask()
    if (!calm && luck < asksLostPercent + answersLostPercent) {
      lost.answers++
      throw new NoAnswer('the answer was lost on its way')
    }
    return answer
  }
  return {
    authorize: (ask) => overTheLine(() => inner.authorize(ask)),
    proceed: (ask) => overTheLine(() => inner.proceed(ask)),
    follow: (ask) => {
      const isRefused = !calm && followsRefusedPercent > 0 && random() * 100 < followsRefusedPercent
      return overTheLine(() => inner.follow(isRefused ? { ...ask, amount: tooMuch(ask) } : ask))
    },
    payOut: (ask) => overTheLine(() => inner.payOut(ask)),
    disputesSince: (place) => overTheLine(() => inner.disputesSince(place)),
    whatBecameOf: (key) => overTheLine(() => inner.whatBecameOf(key)),
    reseed: (seed) => {
      random = seededRandom(seed)
    },
    lateAsksArrive: async () => {
      const arriving = stuck
      stuck = []
      for (const ask of arriving) await ask().catch(ignoreNoAnswer)
      return arriving.length
    },
    calmDown: () => {
      calm = true
    },
    lost,
  }
}

/** No acquirer gives this, and it writes down that it has refused it: asked again with the same key it says so again. */
const tooMuch = ({ amount }: FollowAsk): Money => money(amount.minor + 1_000_000_000n, amount.currency)

function ignoreNoAnswer(error: unknown): void {
  if (!(error instanceof NoAnswer)) throw error
}

/** Numbers from 0 up to 1 that a seed determines: a Weyl sequence through an integer hash of 32 bits. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}
