import {
  type Acquirer,
  type DisputePage,
  type InquiryResult,
  NoResponse,
  type SettlementPage,
  type SubmitEvidenceResult,
} from '#connectors/acquirer/port.ts'

/** A verification meets the mishaps of an authorization. */
type Kind = Exclude<keyof Acquirer, 'capabilities' | 'verify'>
type Answer = InquiryResult | DisputePage | SettlementPage | SubmitEvidenceResult

/**
 * What happens to one request: it never arrives, it is carried out but its response is lost, or what the test defines.
 */
export type Mishap = 'request lost' | 'response lost' | Answer | Detour
type Detour = (deliver: () => Promise<Answer>) => Promise<Answer>

/**
 * A proxy between the program and an acquirer that the test controls. Without mishaps everything arrives, both ways.
 */
export type AcquirerFaultProxy = Acquirer & {
  /** The next requests of this kind meet these mishaps, one each; later requests arrive again. */
  next(kind: Kind, ...mishaps: readonly Mishap[]): void
  /** From now on no request arrives, until `restore`. */
  cut(): void
  restore(): void
  /** The requests so far, in order; without the polls for dispute events. */
  requests: readonly { kind: Kind; key: string }[]
}

export function acquirerFaultProxy(acquirer: Acquirer): AcquirerFaultProxy {
  const mishaps = new Map<Kind, Mishap[]>()
  const requests: { kind: Kind; key: string }[] = []
  let isCut = false
  const carry = async <T extends Answer>(kind: Kind, key: string, deliver: () => Promise<T>): Promise<T> => {
    if (kind !== 'disputesSince' && kind !== 'settlementsSince') requests.push({ kind, key })
    const mishap = isCut ? 'request lost' : mishaps.get(kind)?.shift()
    if (mishap === undefined) return deliver()
    if (typeof mishap === 'function') return mishap(deliver) as Promise<T>
    if (mishap === 'response lost') await deliver()
    if (mishap === 'request lost' || mishap === 'response lost') throw new NoResponse(`the ${mishap} on its way`)
    return mishap as T
  }
  return {
    capabilities: acquirer.capabilities,
    authorize: (request) => carry('authorize', request.key, () => acquirer.authorize(request)),
    completeChallenge: (request) => carry('completeChallenge', request.key, () => acquirer.completeChallenge(request)),
    verify: (request) => carry('authorize', request.key, () => acquirer.verify(request)),
    capture: (request) => carry('capture', request.key, () => acquirer.capture(request)),
    reverse: (request) => carry('reverse', request.key, () => acquirer.reverse(request)),
    refund: (request) => carry('refund', request.key, () => acquirer.refund(request)),
    payOut: (request) => carry('payOut', request.key, () => acquirer.payOut(request)),
    disputesSince: (place) => carry('disputesSince', place ?? '', () => acquirer.disputesSince(place)),
    inquire: (key) => carry('inquire', key, () => acquirer.inquire(key)),
    submitEvidence: (request) => carry('submitEvidence', request.key, () => acquirer.submitEvidence(request)),
    acceptDispute: (request) => carry('acceptDispute', request.key, () => acquirer.acceptDispute(request)),
    settlementsSince: (place) => carry('settlementsSince', place ?? '', () => acquirer.settlementsSince(place)),
    next: (kind, ...more) => {
      mishaps.set(kind, [...(mishaps.get(kind) ?? []), ...more])
    },
    cut: () => {
      isCut = true
    },
    restore: () => {
      isCut = false
    },
    requests,
  }
}

/** A mishap that stops a request on its way until the test continues it. */
export function delay(): { mishap: Detour; reached: Promise<void>; goOn(): void } {
  const reached = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  return {
    mishap: async (deliver) => {
      reached.resolve()
      await gate.promise
      return deliver()
    },
    reached: reached.promise,
    goOn: () => gate.resolve(),
  }
}
