/** A transition of a payment, or of what followed it. */
export type Event = {
  payment: bigint
  id: bigint
  type: string
  reference: string | null
  action: string
  minor: bigint
  reinstates_id: bigint | null
  shares: readonly StoredShare[] | null
  share_corrections: readonly string[] | null
}
type StoredShare = { site: number; merchant: number; minor: string }

/**
 * The parts of each share that a refund, a chargeback or its return has moved, and those that it should have. `otherwise`: those
 * that versions before corrections of shares decided, by the rest at the event alone.
 */
type Movement = {
  follower: bigint
  shares: readonly StoredShare[] | null
  should: readonly bigint[]
  otherwise?: readonly bigint[]
}

const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n)

/** Event by event: each is judged by what the rows of those before it have moved. */
export function movementsOf(
  events: readonly Event[],
  { kept, captured }: { kept: readonly bigint[]; captured: bigint },
): Movement[] {
  const movements: Movement[] = []
  const none = kept.map(() => 0n)
  let returned = none
  let stands = 0n
  let holds = false
  const movedBy = ({ shares }: Event) => kept.map((_, at) => BigInt(shares?.[at]?.minor ?? 0))
  const due = () => (holds ? cascade(kept, { part: stands < captured ? stands : captured, whole: captured }) : none)
  const originOf = ({ reference, reinstates_id: origin }: Event) =>
    events.find((one) =>
      origin === null ? one.action === 'chargeBack' && one.reference === reference : one.id === origin,
    )
  for (const event of events) {
    const { id: follower, type, action, minor, shares } = event
    const kind = type === 'refund' && action === 'start' ? 'requestRefund' : action
    if (kind === 'sell' || kind === 'capture') holds = true
    else if (kind === 'cancel') holds = false
    else if (kind === 'requestRefund' || kind === 'chargeBack' || kind === 'reverseCapture') {
      const left = holds ? kept.map((one, at) => one - returned[at]!) : none
      const leftOfPayment = captured - stands > sum(left) ? captured - stands : sum(left)
      const before = portions(left, { part: minor < leftOfPayment ? minor : leftOfPayment, whole: leftOfPayment })
      stands += minor
      const should = bounded(
        due().map((one, at) => (one > returned[at]! ? one - returned[at]! : 0n)),
        minor,
      )
      movements.push({ follower, shares, should, otherwise: kind === 'reverseCapture' ? kept : before })
      returned = returned.map((one, at) => one + movedBy(event)[at]!)
    } else if (type === 'refund' && kind === 'refuse') {
      // Its row keeps what it would have moved, and says beside it what it corrects.
      stands -= minor
      const corrections = kept.map((_, at) => BigInt(event.share_corrections?.[at] ?? 0))
      returned = returned.map((one, at) => one - movedBy(event)[at]!)
      const corrected = shares?.map((share, at) => ({ ...share, minor: `${corrections[at]}` })) ?? null
      const should = due().map((one, at) => one - returned[at]!)
      if (event.share_corrections) movements.push({ follower, shares: corrected, should })
      returned = returned.map((one, at) => one + corrections[at]!)
    } else if (kind === 'represent' || kind === 'overturn' || kind === 'reinstateRefund') {
      stands -= minor
      const should = bounded(
        due().map((one, at) => (one < returned[at]! ? returned[at]! - one : 0n)),
        minor,
      )
      const origin = originOf(event)
      movements.push({ follower, shares, should, ...(origin && { otherwise: movedBy(origin) }) })
      returned = returned.map((one, at) => one - movedBy(event)[at]!)
    }
  }
  return movements
}

/** The proportion of each in turn of the rest that is to be returned, among itself and those after it. */
function cascade(amounts: readonly bigint[], { part, whole }: { part: bigint; whole: bigint }): bigint[] {
  let toReturn = whole === 0n ? 0n : (sum(amounts) * part) / whole
  return amounts.map((amount, at) => {
    const among = sum(amounts.slice(at))
    const own = among === 0n ? 0n : (amount * toReturn) / among
    toReturn -= own
    return own
  })
}

const bounded = (parts: bigint[], most: bigint): bigint[] =>
  sum(parts) > most ? portions(parts, { part: most, whole: sum(parts) }) : parts

/** Rounded down, and the cents that are missing from the whole go to the last that can have them. */
export function portions(amounts: readonly bigint[], { part, whole }: { part: bigint; whole: bigint }): bigint[] {
  if (whole <= 0n) return amounts.map(() => 0n)
  const floors = amounts.map((amount) => (amount * part) / whole)
  let missing = (sum(amounts) * part) / whole - sum(floors)
  return floors
    .toReversed()
    .map((floor, at) => {
      const most = amounts[amounts.length - 1 - at]! - floor
      const extra = most < missing ? most : missing
      missing -= extra
      return floor + extra
    })
    .toReversed()
}
