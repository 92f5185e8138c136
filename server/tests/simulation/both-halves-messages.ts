import type { ClearingRequest } from '#connectors/network/message.ts'
import { type Money, money } from '#kernel/base/money.ts'
import type { BothHalves } from './both-halves.ts'
import { cardOf } from './both-halves-holders.ts'
import {
  about,
  askAgain,
  authorizationOf,
  type FarNetwork,
  type FarPayment,
  learnApproval,
  nextKey,
  recordMoved,
  recordSingle,
  repeatOld,
  tell,
} from './both-halves-network.ts'
import type { Random } from './random.ts'

/** What a card network says of payments at merchants of other banks: in order, and in every other order. */

/** A new payment; at times its reversal comes at the same moment, or first. */
export async function authorizeFar({ network, holders }: BothHalves, random: Random): Promise<string> {
  const payment = newPayment(network, random, { holder: random.pick(holders) })
  const request = authorizationOf(network, payment, {
    purpose: random.chance(90) ? 'purchase' : 'quasiCash',
    channel: random.pick(['online', 'inStore', 'contactless']),
    partialAllowed: random.chance(20),
    preauthorization: random.chance(4),
    recurring: random.chance(10),
  })
  network.payments.push(payment)
  const asking = () => tell(network, request, (response) => learnApproval(network, payment, response))
  const reversing = () => reverse(network, random, payment)
  const { minor, currency } = payment.amount
  const line = `far payment ${payment.rrn}${payment.isSingle ? ' (single)' : ''} of ${minor} ${currency}:`
  switch (random.between(1, 14)) {
    case 1:
      return `${line} reversed first ${await reversing()}, asked ${await asking()}`
    case 2:
      return `${line} asked and reversed at once ${await Promise.all([asking(), reversing()])}`
    default:
      return `${line} ${await asking()}`
  }
}

export function newPayment(network: FarNetwork, random: Random, { holder }: Pick<FarPayment, 'holder'>): FarPayment {
  const currency = random.pick(['EUR', 'EUR', 'EUR', 'USD', 'RON'] as const)
  const isSingle = random.chance(20)
  const minor = BigInt(random.chance(8) ? random.between(50_000, 200_000) : random.between(100, 6_000))
  return {
    holder,
    card: cardOf(holder, random),
    key: nextKey(network),
    rrn: `R${String(network.count).padStart(11, '0')}`,
    amount: money(minor, currency),
    convertsItself: currency !== 'EUR' && !isSingle && random.chance(40),
    isSingle,
    stands: 0n,
    isReversed: false,
    transactionId: undefined,
  }
}

/** Mostly one of the last ones. */
export const somePayment = ({ payments }: FarNetwork, random: Random): FarPayment | undefined =>
  payments.length === 0 ? undefined : random.pick(random.chance(70) ? payments.slice(-4) : payments)

export async function increaseFar({ network }: BothHalves, random: Random): Promise<string> {
  const payment = somePayment(network, random)
  if (!payment || payment.isSingle) return 'nothing to increase'
  const more = money(BigInt(random.between(100, 3_000)), payment.amount.currency)
  const request = { ...authorizationOf(network, { ...payment, amount: more, key: nextKey(network) }) }
  const incrementOf = random.chance(50) ? { key: payment.key } : { rrn: payment.rrn }
  const code = await tell(network, { ...request, incrementOf }, ({ code }) => {
    if (code === '00' && !payment.isReversed) payment.stands += more.minor
  })
  const undone = random.chance(20)
    ? `, undone ${await sendReversal(network, payment, { original: { key: request.key }, amount: more, learn: () => undefined })}`
    : ''
  return `far payment ${payment.rrn} is increased by ${more.minor}: ${code}${undone}`
}

export async function reverseFar({ network }: BothHalves, random: Random): Promise<string> {
  const payment = somePayment(network, random)
  if (!payment) return 'nothing to reverse'
  const times = random.chance(80) ? 1 : 2
  const codes = await Promise.all(Array.from({ length: times }, () => reverse(network, random.fork(), payment)))
  return `far payment ${payment.rrn} is reversed: ${codes}`
}

/** The whole payment, or the part of it that is not needed. */
function reverse(network: FarNetwork, random: Random, payment: FarPayment): Promise<string> {
  const { amount } = payment
  const isPart = payment.stands > 1n && random.chance(40)
  const remaining = isPart ? money(BigInt(random.between(1, Number(payment.stands) - 1)), amount.currency) : undefined
  const original = random.chance(60) ? { key: payment.key } : { rrn: payment.rrn }
  const whole = payment.stands > 0n ? money(payment.stands, amount.currency) : amount
  return sendReversal(network, payment, {
    original,
    amount: payment.isSingle ? amount : whole,
    remaining,
    learn: () => {
      const left = remaining?.minor ?? 0n
      if (left === 0n) payment.isReversed = true
      payment.stands = payment.stands < left ? payment.stands : left
      if (payment.isSingle && network.moved.has(`single ${payment.rrn}`)) recordSingle(network, payment)
    },
  })
}

type Reversal = {
  original: { key?: FarPayment['key']; rrn?: string }
  amount: Money
  remaining?: Money | undefined
  learn(): void
}

const sendReversal = (network: FarNetwork, payment: FarPayment, { learn, ...reversal }: Reversal): Promise<string> => {
  const { amount, ...rest } = reversal
  return tell(network, { kind: 'reversal', ...about(network, payment, amount), ...rest, reason: '17' }, ({ code }) => {
    if (code === '00') learn()
  })
}

/** The real amount takes the place of the one that was held, or the network has decided in the issuer's absence. */
export async function adviseFar({ network, holders }: BothHalves, random: Random): Promise<string> {
  const before = random.chance(60) ? somePayment(network, random) : undefined
  // Of a single message nothing is held: an advice would be another payment of its name.
  if (before?.isSingle) return `far payment ${before.rrn} was posted already`
  const payment = before ?? newPayment(network, random, { holder: random.pick(holders) })
  if (!before) network.payments.push({ ...payment, isSingle: false })
  const amount = money(BigInt(random.between(100, 8_000)), payment.amount.currency)
  const code = await tell(
    network,
    {
      kind: 'advice',
      ...about(network, payment, amount),
      key: before ? nextKey(network) : payment.key,
      decided: random.chance(85) ? '00' : '05',
      standIn: !before,
      ...(before && { replaces: { rrn: before.rrn } }),
    },
    () => undefined,
  )
  return `advice of ${amount.minor} ${before ? 'in place of' : 'for'} ${payment.rrn}: ${code}`
}

/** The money of a payment moves: as approved, less, more, in parts, twice, late, or of nothing that was approved. */
export async function clearFar({ network, holders }: BothHalves, random: Random): Promise<string> {
  const known = random.chance(88) ? somePayment(network, random) : undefined
  const payment = known ?? newPayment(network, random, { holder: random.pick(holders) })
  if (payment.isSingle && random.chance(90)) return `far payment ${payment.rrn} was posted already`
  const whole = payment.stands > 0n ? payment.stands : payment.amount.minor
  const share = random.pick([100n, 100n, 100n, 50n, 115n, 33n])
  const amount = money((whole * share) / 100n + 1n, payment.amount.currency)
  const sequence = share === 33n ? { number: random.between(1, 3), of: 3 } : undefined
  const original = random.pick([undefined, { rrn: payment.rrn }, { key: payment.key }])
  return present(network, random, { payment, amount, kind: 'clearing', more: { original, sequence } })
}

export async function refundFar({ network, holders }: BothHalves, random: Random): Promise<string> {
  const known = random.chance(85) ? somePayment(network, random) : undefined
  const payment = known ?? newPayment(network, random, { holder: random.pick(holders) })
  const share = random.pick([100, 100, 50, 20])
  const amount = money((payment.amount.minor * BigInt(share)) / 100n + 1n, payment.amount.currency)
  const limited = amount.minor > 20_000n ? money(20_000n, amount.currency) : amount
  return present(network, random, {
    payment,
    amount: limited,
    kind: 'refund',
    more: { original: { rrn: payment.rrn } },
  })
}

type Presenting = {
  payment: FarPayment
  amount: Money
  kind: 'clearing' | 'refund'
  more: Pick<ClearingRequest, 'original' | 'sequence'>
}

/** Once, or in two messages that name the same presentment; at times the second says another amount. */
async function present(
  network: FarNetwork,
  random: Random,
  { payment, amount, kind, more }: Presenting,
): Promise<string> {
  const presentmentId = `${kind}-${++network.count}`
  const message = (minor: bigint) => {
    const request = { kind, presentmentId, ...about(network, payment, money(minor, amount.currency)), ...more } as const
    return tell(network, request, ({ code, transactionId }) => {
      if (code === '00') recordMoved(network, { holder: payment.holder, kind, presentmentId, request }, transactionId)
    })
  }
  const named = { kind, presentmentId, ...about(network, payment, amount) } as const
  network.presented.push({ holder: payment.holder, kind, presentmentId, request: named })
  const first = () => message(amount.minor)
  const second = () => message(random.chance(75) ? amount.minor : amount.minor + 1n)
  const way = random.between(1, 10)
  const codes =
    way === 1 ? await Promise.all([first(), second()]) : way === 2 ? [await first(), await second()] : [await first()]
  return `${kind} of ${amount.minor} ${amount.currency} for ${payment.rrn}: ${codes}`
}

export async function repeatFar({ network }: BothHalves, random: Random): Promise<string> {
  const { unanswered, answered } = network
  if (unanswered.length > 0 && random.chance(60)) return askAgain(network)
  return answered.length === 0 ? 'nothing to repeat' : repeatOld(network, random.between(0, answered.length - 1))
}
