import assert from 'node:assert/strict'
import type { OrderId } from '#acquiring/ids'
import {
  amended,
  amendOrder,
  endAsPlanned,
  endOrder,
  initiatorOf,
  isBillable,
  isBilledAgain,
  type Order,
  type PlannedEnd,
  periodDue,
  requestedOf,
} from '#acquiring/orders'
import {
  type Payment,
  type PaymentIntent,
  paymentsOf,
  type RenewalsOf,
  recordPaymentIntent,
  sendPayment,
} from '#acquiring/payments'
import { findCardById, findShopper, type Shopper, type StoredCard } from '#acquiring/shoppers'
import type { Initiator } from '#connectors/acquirer/port.ts'
import type { Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { withKnown } from '#kernel/db/commit/with-known.ts'
import type { Known } from '#kernel/db/events.ts'
import type { BillingContext } from './billing-context.ts'
import { type BillingPeriod, newBillingPeriod, owed } from './billing-period.ts'
import { announceFailedAttempt } from './failed-attempt.ts'
import { microAmount, noMicroPayments } from './micro-payments.ts'
import { insertBillingPeriod, updateBillingPeriod } from './plan-billing-period.ts'
import { countFailure, planRetry } from './plan-retry.ts'
import type { Reason } from './reason.ts'
import { afterFailure, retryScheduleOf } from './retry-plan.ts'
import { checkRetryLimits } from './scheme-retry-limits.ts'
import { shareable } from './shareable.ts'

/**
 * Bills what is due of one order: the oldest period that is not paid, once. One commit records the period and the intent
 * of its payment before the acquirer is requested, and takes the order's due time away until the payment has a result; the
 * commit of that result changes period and order (`applyPaymentToPeriod`). So two workers, a crash at any point, or a clock
 * that jumps cannot bill a period twice. Returns the payment, if one was made, or what the bill waits for.
 */
export async function billOrder(ctx: BillingContext, id: OrderId): Promise<Billed> {
  const decided = await decide(() => decideBilling(ctx, id))
  if (!decided || 'waits' in decided) return decided ?? {}
  return { payment: await sendPayment(withKnown(ctx, decided.known), decided.intent) }
}

/** Neither: there was nothing to bill, or its card cannot be charged. */
export type Billed = { payment?: Payment; waits?: Waiting }
/** Nothing was sent, no attempt is counted, and the bill is due again then. */
export type Waiting = { for: 'connectorPaused' | 'paymentInProgress' | 'retryLimit'; until: Instant }

async function decideBilling(ctx: BillingContext, id: OrderId): Promise<Decided> {
  const found = await ctx.orderToBill(id)
  const now = ctx.clock.now()
  if (!found?.order.dueAt || Temporal.Instant.compare(found.order.dueAt, now) > 0) return undefined
  const { order } = found
  const site = await ctx.directory.site(order.siteId)
  assert(site, `order ${id} has a site`)
  if (!isBillable(order) || !order.interval || !order.calendar) return wait(ctx, order, undefined)
  const plannedAt = periodDue(order.calendar, order.interval, site.timeZone, order.nextPeriod)
  const isEarly = !found.billingPeriod && Temporal.Instant.compare(plannedAt, now) > 0
  if (order.plannedEnd && !isBilledAgain(order))
    return isEarly ? wait(ctx, order, plannedAt) : end(ctx, now, order, order.plannedEnd)
  if (!site.active) return wait(ctx, order, now.add(inactiveSiteWait))
  if (isEarly) return wait(ctx, order, plannedAt)
  return billPeriod(ctx, now, {
    order,
    site,
    billingPeriod: found.billingPeriod ?? newBillingPeriod(now, order, plannedAt),
    isNew: !found.billingPeriod,
  })
}
/** When an order of an inactive site is looked at again. */
const inactiveSiteWait = { hours: 24 }

type Decided = Billing | { waits: Waiting } | undefined

/** A recorded intent, and the order and shopper as its result will find them. */
type Billing = { intent: PaymentIntent; known: Pick<Known, 'order' | 'shopper'> }

type Bill = { order: Order; site: Site; billingPeriod: BillingPeriod; isNew: boolean }

async function billPeriod(ctx: BillingContext, now: Instant, bill: Bill): Promise<Decided> {
  const { order, billingPeriod } = bill
  const [card, shopper] = await Promise.all([
    order.cardId === undefined ? undefined : findCardById(ctx.db, order.cardId),
    findShopper(ctx.db, order.shopperId),
  ])
  assert(shopper, `order ${order.id} has a shopper`)
  if (shopper.removed) return endWithCustomer(ctx, now, order)
  const initiator = card?.shopperId === order.shopperId ? initiatorOf(order, card) : undefined
  if (!card || !initiator) return recordFailedAttempt(ctx, now, bill, 'no_usable_card')
  const micro = billingPeriod.micro === 'due' && (await isOfCard(ctx, bill, card))
  const amount = micro ? microAmount(ctx.billingRules.micro, billingPeriod.amount) : owed(billingPeriod)
  const retryLimit = checkRetryLimits(card.brand, await ctx.declinesOf(card.fingerprint), amount, now)
  if (retryLimit.is === 'do_not_retry') return recordFailedAttempt(ctx, now, bill, retryLimit.reason)
  if (retryLimit.is === 'limit_reached') return waitFor(ctx, order, { for: 'retryLimit', until: retryLimit.until })
  return recordIntent(ctx, bill, { card, shopper, initiator, amount, micro })
}

/** A part is tried of the card that had not enough money; one that has replaced it is charged all that is owed. */
async function isOfCard({ db }: BillingContext, { order, billingPeriod }: Bill, { id }: StoredCard): Promise<boolean> {
  const attempts = (await paymentsOf(db, order.id)).filter(({ period }) => period === billingPeriod.period)
  return attempts.at(-1)?.cardId === id
}

type BillingAttempt = { card: StoredCard; shopper: Shopper; initiator: Initiator; amount: Money; micro: boolean }

async function recordIntent(
  ctx: BillingContext,
  bill: Bill,
  { card, micro, ...attempt }: BillingAttempt,
): Promise<Decided> {
  const { order, billingPeriod, site, isNew } = bill
  const after = micro ? ('tried' as const) : 'none'
  const recordedAt = (now: Instant) =>
    isNew
      ? [insertBillingPeriod({ ...billingPeriod, openedAt: now })]
      : billingPeriod.micro === 'due'
        ? [updateBillingPeriod(billingPeriod, { micro: after })]
        : []
  const before = await ctx.renewalsOf(order.id)
  const { requested, kept } = await shareable(ctx, order, requestedOf(order, attempt.amount))
  try {
    const intent = await recordPaymentIntent(ctx, {
      ...attempt,
      ...requested,
      site,
      orderId: order.id,
      period: billingPeriod.period,
      kind: 'sale',
      source: micro ? 're-bill-micro' : 're-bill',
      fallsDue: factsOf(bill, { ...attempt, card, micro }, before),
      description: order.description,
      card: { from: 'stored', card },
      ip: undefined,
      threeDSecure: undefined,
      alongside: (now) => [...recordedAt(now), ...kept, ...amendOrder(order, underWay)],
    })
    return { intent, known: { order: amended(order, underWay), shopper: attempt.shopper } }
  } catch (error) {
    // Another payment of the order is under way, such as the verification of a new card.
    if (error instanceof Refusal && error.code === 'payment_in_progress')
      return waitFor(ctx, order, { for: 'paymentInProgress', until: ctx.clock.now().add(underWayWait) })
    // Nothing was tried, so no attempt is counted: the bill waits until an operator resumes the connector.
    if (error instanceof Refusal && error.code === 'payments_paused')
      return waitFor(ctx, order, { for: 'connectorPaused', until: ctx.clock.now().add(pausedWait) })
    throw error
  }
}
/**
 * The facts that distinguish this charge from every other. Two copies of one database, as after a restore, charge the same
 * bill under the same key, and an acquirer knows it as one. Another order of the same number has another first payment; an
 * order without any has its own name and moment.
 */
const factsOf = (
  { order, billingPeriod }: Bill,
  { card, amount, micro }: Pick<BillingAttempt, 'card' | 'amount' | 'micro'>,
  before: RenewalsOf | undefined,
): readonly string[] => [
  micro ? 'micro-payment' : 'renewal',
  ...[String(order.id), before?.origin ?? `${order.externalId} ${order.createdAt}`],
  ...[String(billingPeriod.period), String(before?.renewals ?? 0)],
  ...[String(amount.minor), amount.currency, String(card.id), Buffer.from(card.fingerprint).toString('hex')],
]

/** An order without a due time is not claimed by any worker. */
const underWay = { dueAt: undefined }
const underWayWait = { minutes: 5 }
const pausedWait = { minutes: 15 }

/** The period cannot be charged at all; it is treated as a decline for this reason. */
async function recordFailedAttempt(ctx: BillingContext, now: Instant, bill: Bill, reason: Reason): Promise<undefined> {
  const { order, billingPeriod, site, isNew } = bill
  const changes = countFailure(billingPeriod, now, reason)
  const after = { ...billingPeriod, ...changes }
  const schedule = retryScheduleOf(order, site)
  // Nothing was sent, so no part of it is either.
  const rules = { ...ctx.billingRules, micro: noMicroPayments }
  const decision = afterFailure(now, after, reason, { ...schedule, ...rules })
  const write = isNew
    ? (all: Parameters<typeof insertBillingPeriod>[1]): Write => insertBillingPeriod(billingPeriod, all)
    : undefined
  await commit(
    ctx,
    now,
    [
      ...planRetry(now, order, { billingPeriod, changes, decision, write }),
      ...announceFailedAttempt(now, order, { billingPeriod: after, reason, decision, schedule }),
    ],
    'bill-order',
  )
}

/** The order was to end with what is paid, and that is over. */
async function end(ctx: BillingContext, now: Instant, order: Order, plannedEnd: PlannedEnd): Promise<undefined> {
  await commit(ctx, now, endAsPlanned(now, order, plannedEnd), 'bill-order')
}

/** A customer who was deleted is billed no more. */
async function endWithCustomer(ctx: BillingContext, now: Instant, order: Order): Promise<undefined> {
  await commit(ctx, now, endOrder(now, order, { endReason: 'customer_deleted' }), 'bill-order')
}

async function waitFor(ctx: BillingContext, order: Order, waits: Waiting): Promise<{ waits: Waiting }> {
  await wait(ctx, order, waits.until)
  return { waits }
}

async function wait(ctx: BillingContext, order: Order, dueAt: Instant | undefined): Promise<undefined> {
  await commit(ctx, ctx.clock.now(), amendOrder(order, { dueAt }), 'bill-order')
}
