/**
 * What may happen to a payment of 12.00 after its capture, and what stands of it then. Amounts are minor units, and divisible
 * so that shares of a half and of a quarter have no cents to round.
 */
export const actions = [
  'askThird',
  'askRest',
  'refundDone',
  'refundDeclined',
  'refundBack',
  'chargeWhole',
  'chargeHalf',
  'win',
  'lose',
  'overturn',
  'failCapture',
] as const
export type Action = (typeof actions)[number]

export const whole = 12_00n
export const share = { half: 6_00n, quarter: 3_00n }

/** The outflows by their order, oldest first. */
export type Outflows = {
  awaited: readonly bigint[]
  done: readonly bigint[]
  open: readonly bigint[]
  lost: readonly bigint[]
  failed: boolean
}
export const untouchedPayment: Outflows = { awaited: [], done: [], open: [], lost: [], failed: false }

const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n)
const refunded = ({ awaited, done }: Outflows) => sum(awaited) + sum(done)
export const leftOf = (state: Outflows) => whole - refunded(state) - sum(state.open) - sum(state.lost)

/** After an action; undefined: it cannot happen now. */
export function after(state: Outflows, action: Action): Outflows | undefined {
  const { awaited, done, open, lost, failed } = state
  const left = leftOf(state)
  const [first = 0n, ...others] = awaited
  switch (action) {
    case 'askThird':
      return failed || left < 4_00n ? undefined : { ...state, awaited: [...awaited, 4_00n] }
    case 'askRest':
      return failed || left <= 0n ? undefined : { ...state, awaited: [...awaited, left] }
    case 'refundDone':
      return awaited.length === 0 ? undefined : { ...state, awaited: others, done: [...done, first] }
    case 'refundDeclined':
      return awaited.length === 0 ? undefined : { ...state, awaited: others }
    case 'refundBack':
      return done.length === 0 ? undefined : { ...state, done: done.slice(1) }
    case 'chargeWhole':
      return { ...state, open: [...open, whole] }
    case 'chargeHalf':
      return { ...state, open: [...open, whole / 2n] }
    case 'win':
      return open.length === 0 ? undefined : { ...state, open: open.slice(1) }
    case 'lose':
      return open.length === 0 ? undefined : { ...state, open: open.slice(1), lost: [...lost, open[0]!] }
    case 'overturn':
      return lost.length === 0 ? undefined : { ...state, lost: lost.slice(1) }
    case 'failCapture':
      return failed ? undefined : { ...state, failed: true }
  }
}

/** Every sequence of so many actions at most that can happen; at its end the acquirer answers what is awaited. */
export function sequencesOf(length: number): Action[][] {
  const grow = (state: Outflows, so: readonly Action[]): Action[][] =>
    actions.flatMap((action) => {
      const then = so.length < length ? after(state, action) : undefined
      return then ? [[...so, action], ...grow(then, [...so, action])] : []
    })
  return grow(untouchedPayment, [])
}

/**
 * Who has what in the end. A merchant of a share returns its part of what has gone out, at most all of it; everything else is
 * the order's merchant's.
 */
export function owedAfter(sequence: readonly Action[]): { half: bigint; quarter: bigint; own: bigint } {
  const end = sequence.reduce((state, action) => after(state, action)!, untouchedPayment)
  const gone = sum(end.done) + sum(end.open) + sum(end.lost) + (end.failed ? whole : 0n)
  const stays = gone > whole ? 0n : whole - gone
  return { half: stays / 2n, quarter: stays / 4n, own: whole - gone - stays / 2n - stays / 4n }
}
