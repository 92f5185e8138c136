import { type Acquirer, type CaptureRequest, NoResponse } from '#connectors/acquirer/port.ts'
import { type Money, money } from '#kernel/base/money.ts'

export type BadDays = {
  /** The same seed and the same order of requests lose the same ones. */
  seed: number
  /** Of a hundred requests, how many never reach the acquirer. */
  requestsLostPercent: number
  /** Of a hundred requests, how many are carried out while their response is lost. */
  responsesLostPercent: number
  /** Of a hundred requests, how many are held up until `lateRequestsArrive`, long after the caller's timeout. */
  requestsLatePercent?: number
  /** Of a hundred captures, reversals and refunds that are possible, how many are refused all the same. */
  modificationsRefusedPercent?: number
}

export type AcquirerWithBadDays = Acquirer & {
  /** Continues with another seed, so that a simulation can give each of its steps its own random faults. */
  reseed(seed: number): void
  /**
   * Everything that is held up arrives now; no caller waits for the responses any more. Returns the number of requests.
   */
  lateRequestsArrive(): Promise<number>
  /** From now on nothing is lost or late any more, so that a simulation can come to rest. */
  calmDown(): void
  /** What went wrong so far: a simulation in which nothing was lost has shown nothing. */
  readonly lost: { readonly requests: number; readonly answers: number; readonly late: number }
}

/** An acquirer that declines at random, behind a connection that loses requests and responses and delays requests. */
export function acquirerWithBadDays(inner: Acquirer, days: BadDays): AcquirerWithBadDays {
  const { requestsLostPercent, responsesLostPercent, requestsLatePercent = 0, modificationsRefusedPercent = 0 } = days
  let random = seededRandom(days.seed)
  const lost = { requests: 0, answers: 0, late: 0 }
  let stuck: (() => Promise<unknown>)[] = []
  let calm = false
  const overTheLine = async <T>(request: () => Promise<T>): Promise<T> => {
    const luck = random() * 100
    if (!calm && luck < requestsLostPercent) {
      lost.requests++
      throw new NoResponse('the request was lost on its way')
    }
    if (!calm && luck >= 100 - requestsLatePercent) {
      lost.late++
      stuck.push(request)
      throw new NoResponse('the request is held up on its way')
    }
    const result = await request()
    if (!calm && luck < requestsLostPercent + responsesLostPercent) {
      lost.answers++
      throw new NoResponse('the response was lost on its way')
    }
    return result
  }
  const modify =
    <T>(send: (request: CaptureRequest) => Promise<T>) =>
    (request: CaptureRequest): Promise<T> => {
      const isRefused = !calm && modificationsRefusedPercent > 0 && random() * 100 < modificationsRefusedPercent
      return overTheLine(() => send(isRefused ? { ...request, amount: tooMuch(request) } : request))
    }
  return {
    capabilities: inner.capabilities,
    authorize: (request) => overTheLine(() => inner.authorize(request)),
    completeChallenge: (request) => overTheLine(() => inner.completeChallenge(request)),
    verify: (request) => overTheLine(() => inner.verify(request)),
    capture: modify(inner.capture),
    reverse: modify(inner.reverse),
    refund: modify(inner.refund),
    payOut: (request) => overTheLine(() => inner.payOut(request)),
    disputesSince: (place) => overTheLine(() => inner.disputesSince(place)),
    inquire: (key) => overTheLine(() => inner.inquire(key)),
    submitEvidence: (request) => overTheLine(() => inner.submitEvidence(request)),
    acceptDispute: (request) => overTheLine(() => inner.acceptDispute(request)),
    settlementsSince: (place) => overTheLine(() => inner.settlementsSince(place)),
    reseed: (seed) => {
      random = seededRandom(seed)
    },
    lateRequestsArrive: async () => {
      const arriving = stuck
      stuck = []
      for (const request of arriving) await request().catch(ignoreNoResponse)
      return arriving.length
    },
    calmDown: () => {
      calm = true
    },
    lost,
  }
}

/** Every acquirer refuses this, and records the refusal: a retry with the same key is refused again. */
const tooMuch = ({ amount }: CaptureRequest): Money => money(amount.minor + 1_000_000_000n, amount.currency)

function ignoreNoResponse(error: unknown): void {
  if (!(error instanceof NoResponse)) throw error
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
