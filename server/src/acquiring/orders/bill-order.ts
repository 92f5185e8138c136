import assert from 'node:assert/strict'
import type { OrderId } from '#acquiring/ids'
import { authorizePayment, type Payment } from '#acquiring/payments'
import type { Shopper, StoredCard } from '#acquiring/shoppers'
import type { Origin } from '#connectors/acquirer/acquirer.ts'
import type { Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, zero } from '#kernel/base/money.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { AlreadyThere, commit, decide, StaleWrite, type Write } from '#kernel/db/commit/commit.ts'
import { failedOnce, follow, scheduleOf } from './apply-payment-to-period.ts'
import type { BillingContext } from './billing-context.ts'
import { type BillingPeriod, microAmount, owed } from './billing-period.ts'
import { periodDue } from './calendar.ts'
import { initiatorOf } from './choose-card.ts'
import { announceFailedAttempt } from './failed-attempt.ts'
import { isBillable, type Order } from './order.ts'
import { insertBillingPeriod, oneBillingPerPeriod, updateBillingPeriod } from './plan-billing-period.ts'
import type { Reason } from './reason.ts'
import { afterFailure } from './retry-plan.ts'
import { checkRetryLimits } from './scheme-retry-limits.ts'
import { amendOrder } from './transition-order.ts'

/**
 * Bills what is due of one order: the oldest period that is not paid, once. The charge and its payment are promised in
 * one commit before the acquirer is asked, and that commit takes the order out of everybody's reach until the payment
 * is decided; what the payment comes to is written by the commit that settles it (`applyPaymentToPeriod`). Two workers, a crash at
 * any point, or a clock that jumps can therefore not bill a period twice. Gives the payment, if one was made.
 */
export const billOrder = (ctx: BillingContext, id: OrderId): Promise<Payment | undefined> =>
  decide(async () => {
    const found = await ctx.toBill(id)
    const now = ctx.clock.now()
    if (!found?.order.dueAt || Temporal.Instant.compare(found.order.dueAt, now) > 0) return undefined
    const { order } = found
    const site = await ctx.directory.site(order.siteId)
    assert(site, `order ${id} has a site`)
    if (!isBillable(order) || !order.interval || !order.calendar) return wait(ctx, order, undefined)
    if (!site.active) return wait(ctx, order, now.add(inactiveSiteWait))
    const plannedAt = periodDue(order.calendar, order.interval, site.timeZone, order.nextPeriod)
    if (!found.billingPeriod && Temporal.Instant.compare(plannedAt, now) > 0) return wait(ctx, order, plannedAt)
    return billPeriod(ctx, now, {
      order,
      site,
      billingPeriod: found.billingPeriod ?? newBillingPeriod(now, order, plannedAt),
      isNew: !found.billingPeriod,
    })
  })
/** How long a site that was switched off is left alone before it is looked at again. */
const inactiveSiteWait = { hours: 24 }

type Bill = { order: Order; site: Site; billingPeriod: BillingPeriod; isNew: boolean }

async function billPeriod(ctx: BillingContext, now: Instant, bill: Bill): Promise<Payment | undefined> {
  const { order, billingPeriod } = bill
  const [card, shopper] = await Promise.all([
    order.cardId === undefined ? undefined : ctx.cardToBill(order.cardId),
    ctx.shopperToBill(order.shopperId),
  ])
  assert(shopper, `order ${order.id} has a shopper`)
  const origin = card?.shopperId === order.shopperId ? initiatorOf(order, card) : undefined
  if (!card || !origin) return recordFailedAttempt(ctx, now, bill, 'no_usable_card')
  const micro = billingPeriod.micro === 'due'
  const amount = (micro && microAmount(billingPeriod.amount)) || owed(billingPeriod)
  const retryLimit = checkRetryLimits(card.brand, await ctx.declinesOf(card.fingerprint), amount, now)
  if (retryLimit.is === 'do_not_retry') return recordFailedAttempt(ctx, now, bill, retryLimit.reason)
  if (retryLimit.is === 'limit_reached') return wait(ctx, order, retryLimit.until)
  return ask(ctx, bill, { card, shopper, origin, amount, micro })
}

type BillingAttempt = { card: StoredCard; shopper: Shopper; origin: Origin; amount: Money; micro: boolean }

async function ask(
  ctx: BillingContext,
  bill: Bill,
  { card, micro, ...asking }: BillingAttempt,
): Promise<Payment | undefined> {
  const { order, billingPeriod, site, isNew } = bill
  const recorded = isNew
    ? [insertBillingPeriod(billingPeriod)]
    : micro
      ? [updateBillingPeriod(billingPeriod, { micro: 'tried' })]
      : []
  try {
    return await authorizePayment(ctx, {
      ...asking,
      site,
      orderId: order.id,
      period: billingPeriod.period,
      kind: 'sale',
      source: micro ? 're-bill-micro' : 're-bill',
      description: order.description,
      card: { from: 'stored', card },
      ip: undefined,
      threeDSecure: undefined,
      alongside: [...recorded, ...amendOrder(order, { dueAt: undefined })],
    })
  } catch (error) {
    if (error instanceof AlreadyThere && error.constraint === oneBillingPerPeriod)
      throw new StaleWrite(error.message, { cause: error })
    // Another payment of the order is in doubt, such as the proof of a new card.
    if (error instanceof Refusal && error.code === 'payment_in_progress')
      return wait(ctx, order, ctx.clock.now().add(underWayWait))
    throw error
  }
}
const underWayWait = { minutes: 5 }

/** The period cannot even be asked for; it is treated as a decline for this reason. */
async function recordFailedAttempt(ctx: BillingContext, now: Instant, bill: Bill, reason: Reason): Promise<undefined> {
  const { order, billingPeriod, site, isNew } = bill
  const changes = failedOnce(billingPeriod, now, reason)
  const after = { ...billingPeriod, ...changes }
  const plan = scheduleOf(order, site)
  const decision = afterFailure(now, after, reason, plan)
  const write = isNew
    ? (all: Parameters<typeof insertBillingPeriod>[1]): Write => insertBillingPeriod(billingPeriod, all)
    : undefined
  await commit(ctx, now, [
    ...follow(now, order, billingPeriod, changes, decision, write),
    ...announceFailedAttempt(now, order, { billingPeriod: after, reason, decision, plan }),
  ])
}

async function wait(ctx: BillingContext, order: Order, dueAt: Instant | undefined): Promise<undefined> {
  await commit(ctx, ctx.clock.now(), amendOrder(order, { dueAt }))
}

export const newBillingPeriod = (
  now: Instant,
  order: Order,
  plannedAt: Instant,
  amount: Money = order.amount,
): BillingPeriod => ({
  orderId: order.id,
  period: order.nextPeriod,
  status: 'open',
  amount,
  paid: zero(amount.currency),
  plannedAt,
  openedAt: now,
  failures: 0,
  firstFailedAt: undefined,
  micro: 'none',
  lost: 0,
  lastReason: undefined,
})
