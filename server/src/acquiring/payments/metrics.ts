import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import { type Counter, counter, type Metric, stateGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import type { PaymentStatusChanged } from './events.ts'
import { uncertainByKind } from './health-figures.ts'
import { countDeclinedReturns } from './return-to-removed.ts'
import { isPayment, type Payment, type Transaction } from './transaction.ts'

const payments = counter({
  name: 'florin_payments_total',
  help: 'Results of payments: a payment that is challenged or uncertain is counted again when it ends.',
  labels: ['kind', 'origin', 'outcome', 'acquirer', 'brand'],
})
const declines = counter({
  name: 'florin_payment_declines_total',
  help: 'Declined payments by the reason of the bank or the acquirer.',
  labels: ['acquirer', 'brand', 'reason'],
})
const amounts = counter({
  name: 'florin_payment_amount_minor_total',
  help: 'Amounts of approved and declined payments, in minor units of the currency.',
  unit: 'minor units',
  labels: ['kind', 'outcome', 'currency'],
})
const follows = counter({
  name: 'florin_follow_ups_total',
  help: 'Results of captures, voids, cancellations, reversals of lost requests, refunds and payouts to cards.',
  labels: ['kind', 'outcome', 'acquirer'],
})
const threeDSecure = counter({
  name: 'florin_three_d_secure_total',
  help: 'How shoppers were authenticated: of approved payments what the acquirer says, and failed and abandoned ones.',
  labels: ['result', 'acquirer'],
})
const fallbacks = counter({
  name: 'florin_payment_fallbacks_total',
  help: 'Payments that went on at another connector, because one had trouble of its own.',
  labels: ['from', 'to'],
})
const disputes = counter({
  name: 'florin_disputes_total',
  help: 'Chargebacks that were booked, and how they ended.',
  labels: ['acquirer', 'outcome'],
})

const unresolved = stateGauge({
  name: 'florin_asks_unresolved',
  help: 'Requests to an acquirer whose result is not known.',
  labels: ['acquirer', 'currency'],
})
const oldestUnresolved = stateGauge({
  name: 'florin_oldest_unresolved_ask_seconds',
  help: 'For how long the result of the oldest of them is awaited, by the clock of the installation. `kind` is what was requested: authorization, reversal, capture, void, cancel, refund or payout.',
  unit: 'seconds',
  labels: ['acquirer', 'kind'],
})
const unresolvedMoney = stateGauge({
  name: 'florin_uncertain_money_minor',
  help: 'The money that these requests are about, in minor units of the currency.',
  unit: 'minor units',
  labels: ['acquirer', 'currency'],
})

const declinedReturns = stateGauge({
  name: 'florin_payment_returns_declined',
  help: 'Payments of deleted customers that the acquirer does not return, and that wait for an operator.',
  labels: [],
})

export const paymentMetrics: readonly Metric[] = [
  payments,
  declines,
  amounts,
  follows,
  threeDSecure,
  fallbacks,
  disputes,
  unresolved,
  oldestUnresolved,
  unresolvedMoney,
  declinedReturns,
]

export const countedPayments: CountedWrites = {
  events: {
    paymentStatusChanged: (metrics, { subject }) => {
      if (!isPayment(subject.payment)) countFollower(metrics, subject)
      else if (outcomes[subject.action]) countPayment(metrics, subject as PaymentStatusChanged<Payment>)
      else countFollow(metrics, subject)
    },
  },
  inserts: {
    'payments.fallbacks': (metrics, { connector, next_connector }) =>
      metrics.count(fallbacks, { from: String(connector), to: String(next_connector) }),
  },
}

/** What a result of the acquirer is called; other actions are of requests that follow, or of disputes. */
const outcomes: Readonly<Partial<Record<string, string>>> = {
  approve: 'approved',
  sell: 'approved',
  verify: 'approved',
  decline: 'declined',
  challenge: 'challenged',
  loseResponse: 'uncertain',
  abandon: 'abandoned',
  reversed: 'reversed',
}

function countPayment(metrics: Metrics, { action, payment }: PaymentStatusChanged<Payment>): void {
  const outcome = outcomes[action]!
  const { connector: acquirer, amount, declineReason: reason } = payment
  const [kind, brand] = [kindOf(payment), payment.card.brand]
  metrics.count(payments, { kind, origin: originOf(payment), outcome, acquirer, brand })
  if (outcome === 'approved' || outcome === 'declined')
    metrics.count(amounts, { kind, outcome, currency: amount.currency }, amount.minor)
  if (outcome === 'declined' && reason) metrics.count(declines, { acquirer, brand, reason })
  if (outcome === 'reversed') metrics.count(follows, { kind: 'reverse', outcome: 'done', acquirer })
  const authenticated = authenticationOf(outcome, payment)
  if (authenticated !== undefined) metrics.count(threeDSecure, { result: authenticated, acquirer })
}

function authenticationOf(
  outcome: string,
  { threeDSecure: authentication, declineReason }: Payment,
): string | undefined {
  if (outcome === 'abandoned') return 'abandoned'
  if (outcome === 'approved') return authentication
  return declineReason === 'authentication_failed' ? 'failed' : undefined
}

const kindOf = ({ type, capturesAtOnce }: Payment): string =>
  type === 'verify-card' ? 'verify' : capturesAtOnce ? 'sale' : 'authorization'

const originOf = ({ initiator, source }: Transaction): string =>
  initiator === 'cit' ? 'shopper' : source.startsWith('re-bill') ? 'recurring' : 'unscheduled'

const refusedIn: Readonly<Partial<Record<string, string>>> = {
  capturing: 'capture',
  voiding: 'void',
  cancelling: 'cancel',
}

function countFollow(metrics: Metrics, { action, from, payment }: PaymentStatusChanged): void {
  const acquirer = payment.connector
  if (action === 'capture' || action === 'void' || action === 'cancel')
    metrics.count(follows, { kind: action, outcome: 'done', acquirer })
  if (action === 'failCapture') metrics.count(follows, { kind: 'capture', outcome: 'failed', acquirer })
  const kind = action === 'refuse' ? refusedIn[from ?? ''] : undefined
  if (kind) metrics.count(follows, { kind, outcome: 'declined', acquirer })
}

const followers: Readonly<
  Partial<Record<string, readonly [metric: Counter<'acquirer' | 'outcome'>, outcome: string]>>
> = {
  chargeBack: [disputes, 'opened'],
  win: [disputes, 'won'],
  lose: [disputes, 'lost'],
  overturn: [disputes, 'overturned'],
}
const resultsOf: Readonly<Partial<Record<string, string>>> = {
  refund: 'done',
  refuse: 'declined',
  credit: 'done',
  decline: 'declined',
  loseResponse: 'uncertain',
  comeBack: 'returned',
}

/** Refunds, payouts and chargebacks are transactions of their own. */
function countFollower(metrics: Metrics, { action, payment }: PaymentStatusChanged): void {
  const { connector: acquirer, type } = payment
  const [metric, named] = followers[action] ?? []
  if (metric) metrics.count(metric, { acquirer, outcome: named! })
  const outcome = resultsOf[action]
  if (outcome && (type === 'refund' || type === 'credit'))
    metrics.count(follows, { kind: type === 'refund' ? 'refund' : 'payout', outcome, acquirer })
}

type Read = { db: Parameters<typeof uncertainByKind>[0]; siteIds: Parameters<typeof uncertainByKind>[1] }

/** Reads what has no result. What is read is found by partial indexes, however many payments there are. */
export async function readUnresolved(metrics: Metrics, { db, siteIds }: Read, now: Temporal.Instant): Promise<void> {
  const found = await uncertainByKind(db, siteIds)
  metrics.replace(declinedReturns, [{ labels: {}, value: await countDeclinedReturns(db) }])
  const byCurrency = Map.groupBy(found, ({ connector, amount }) => `${connector} ${amount.currency}`)
  const groups = [...byCurrency.values()].map((group) => ({
    labels: { acquirer: group[0]!.connector as string, currency: group[0]!.amount.currency as string },
    count: group.reduce((sum, { count }) => sum + count, 0),
    minor: group.reduce((sum, { amount }) => sum + amount.minor, 0n),
  }))
  metrics.replace(
    unresolved,
    groups.map(({ labels, count }) => ({ labels, value: count })),
  )
  metrics.replace(
    unresolvedMoney,
    groups.map(({ labels, minor }) => ({ labels, value: minor })),
  )
  // The oldest come first.
  const oldest = Map.groupBy(found, ({ connector, kind }) => `${connector} ${kind}`)
  metrics.replace(
    oldestUnresolved,
    [...oldest.values()].map(([one]) => ({
      labels: { acquirer: one!.connector as string, kind: one!.kind },
      value: now.since(one!.oldestAt).total('seconds'),
    })),
  )
}
