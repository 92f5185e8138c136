import {
  type Acquirer,
  type AuthorizeAnswer,
  type DisputePage,
  type Fate,
  type FollowAnswer,
  NoAnswer,
} from '#connectors/acquirer/acquirer.ts'

type Kind = 'authorize' | 'proceed' | 'capture' | 'reverse' | 'refund' | 'payOut' | 'whatBecameOf' | 'disputesSince'
type Answer = AuthorizeAnswer | FollowAnswer | Fate | DisputePage

/** What happens to one ask: it never arrives, it is acted on and the answer never arrives, or the test says what. */
export type Mishap = 'ask lost' | 'answer lost' | Answer | Detour
type Detour = (deliver: () => Promise<Answer>) => Promise<Answer>

/** The line between the house and an acquirer, in the test's hand. Without mishaps everything arrives, both ways. */
export type LineToAcquirer = Acquirer & {
  /** The next asks of this kind meet these mishaps, one each; those after them arrive again. */
  next(kind: Kind, ...mishaps: readonly Mishap[]): void
  /** From now on no ask arrives at all, until the line is mended. */
  cut(): void
  mend(): void
  /** What the house has asked so far, in order; not how often it looked for news of disputes. */
  asked: readonly { kind: Kind; key: string }[]
}

export function lineTo(acquirer: Acquirer): LineToAcquirer {
  const mishaps = new Map<Kind, Mishap[]>()
  const asked: { kind: Kind; key: string }[] = []
  let isCut = false
  const carry = async <T extends Answer>(kind: Kind, key: string, deliver: () => Promise<T>): Promise<T> => {
    if (kind !== 'disputesSince') asked.push({ kind, key })
    const mishap = isCut ? 'ask lost' : mishaps.get(kind)?.shift()
    if (mishap === undefined) return deliver()
    if (typeof mishap === 'function') return mishap(deliver) as Promise<T>
    if (mishap === 'answer lost') await deliver()
    if (mishap === 'ask lost' || mishap === 'answer lost') throw new NoAnswer(`the ${mishap} on its way`)
    return mishap as T
  }
  return {
    authorize: (ask) => carry('authorize', ask.key, () => acquirer.authorize(ask)),
    proceed: (ask) => carry('proceed', ask.key, () => acquirer.proceed(ask)),
    follow: (ask) => carry(ask.kind, ask.key, () => acquirer.follow(ask)),
    payOut: (ask) => carry('payOut', ask.key, () => acquirer.payOut(ask)),
    disputesSince: (place) => carry('disputesSince', place ?? '', () => acquirer.disputesSince(place)),
    whatBecameOf: (key) => carry('whatBecameOf', key, () => acquirer.whatBecameOf(key)),
    next: (kind, ...more) => {
      mishaps.set(kind, [...(mishaps.get(kind) ?? []), ...more])
    },
    cut: () => {
      isCut = true
    },
    mend: () => {
      isCut = false
    },
    asked,
  }
}

/** A mishap that stops an ask on its way until the test lets it go on. */
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
