/**
 * What can go wrong with a request. `closeBefore`, `closeAfter`: the connection breaks before or after it was carried out.
 * `hang`: it is carried out, and never answered. `faultBefore`, `faultAfter`: Stripe's own fault, 500. `truncate`: the JSON
 * ends in its middle. `tooMany`: the rate limiter. `locked`: another request holds the object.
 */
export type FaultKind =
  | 'closeBefore'
  | 'closeAfter'
  | 'hang'
  | 'faultBefore'
  | 'faultAfter'
  | 'truncate'
  | 'tooMany'
  | 'locked'

type Planned = { on: RegExp; does: FaultKind; left: number }
type Gate = { on: RegExp; at: 'before' | 'after'; arrive(): void; opened: Promise<void> }

export type Faults = ReturnType<typeof openFaults>

/** Faults that are planned for requests, by a pattern of `POST /v1/refunds`, and gates at which they wait. */
export function openFaults() {
  let planned: Planned[] = []
  let gates: Gate[] = []
  let chance: ((request: string) => FaultKind | undefined) | undefined
  const had = new Map<FaultKind, number>()
  return {
    plan: (on: RegExp, does: FaultKind, times = 1) => void planned.push({ on, does, left: times }),
    /** Each request from now on may have a fault; undefined: none has. */
    atRandom: (choose: ((request: string) => FaultKind | undefined) | undefined) => {
      chance = choose
    },
    /** The next request of the pattern waits, before it is carried out or before it is answered, until `open`. */
    gate: (on: RegExp, at: Gate['at']) => {
      const [arrived, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      gates.push({ on, at, arrive: arrived.resolve, opened: opened.promise })
      return { arrived: arrived.promise, open: opened.resolve }
    },
    of: (request: string): FaultKind | undefined => {
      const next = planned.find(({ on }) => on.test(request))
      if (next) next.left--
      planned = planned.filter(({ left }) => left > 0)
      const fault = next?.does ?? chance?.(request)
      if (fault) had.set(fault, (had.get(fault) ?? 0) + 1)
      return fault
    },
    wait: async (request: string, at: Gate['at']): Promise<void> => {
      const gate = gates.find((one) => one.at === at && one.on.test(request))
      if (!gate) return
      gates = gates.filter((one) => one !== gate)
      gate.arrive()
      await gate.opened
    },
    /** How often each has happened. */
    had: had as ReadonlyMap<FaultKind, number>,
  }
}
