import assert from 'node:assert/strict'
import type { Origin } from '#connectors/acquirer/acquirer.ts'
import type { Site } from '#directory'
import type { Instant } from '#kernel/clock.ts'
import { AlreadyThere, commit, decide, StaleWrite, type Write } from '#kernel/commit.ts'
import type { OrderId } from '#kernel/ids.ts'
import { type Money, zero } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusal.ts'
import { authorizePayment, type Payment } from '#payments'
import type { Shopper, StoredCard } from '#shoppers'
import type { BillingHouse } from './billing-house.ts'
import { periodDue } from './calendar.ts'
import { type Charge, microAmount, owed } from './charge.ts'
import { originOf } from './choose-card.ts'
import { failedOnce, follow, scheduleOf } from './hear-charge.ts'
import { announceMiss } from './missed.ts'
import { amendOrder } from './move-order.ts'
import { capVerdict } from './network-caps.ts'
import { isBillable, type Order } from './order.ts'
import { changeCharge, insertCharge, oneChargePerPeriod } from './plan-charge.ts'
import type { Reason } from './reason.ts'
import { afterFailure } from './retry-plan.ts'

/**
 * Bills what is due of one order: the oldest period that is not paid, once. The charge and its payment are promised in
 * one commit before the acquirer is asked, and that commit takes the order out of everybody's reach until the payment
 * is decided; what the payment comes to is written by the commit that settles it (`hearCharge`). Two workers, a crash at
 * any point, or a clock that jumps can therefore not bill a period twice. Gives the payment, if one was made.
 */
export const billOrder = (house: BillingHouse, id: OrderId): Promise<Payment | undefined> =>
  decide(async () => {
    const found = await house.toBill(id)
    const now = house.clock.now()
    if (!found?.order.dueAt || Temporal.Instant.compare(found.order.dueAt, now) > 0) return undefined
    const { order } = found
    const site = await house.directory.site(order.siteId)
    assert(site, `order ${id} has a site`)
    if (!isBillable(order) || !order.interval || !order.calendar) return wait(house, order, undefined)
    if (!site.active) return wait(house, order, now.add(inactiveSiteWait))
    const plannedAt = periodDue(order.calendar, order.interval, site.timeZone, order.nextPeriod)
    if (!found.charge && Temporal.Instant.compare(plannedAt, now) > 0) return wait(house, order, plannedAt)
    return billCharge(house, now, {
      order,
      site,
      charge: found.charge ?? newCharge(now, order, plannedAt),
      isNew: !found.charge,
    })
  })
/** How long a site that was switched off is left alone before it is looked at again. */
const inactiveSiteWait = { hours: 24 }

type Bill = { order: Order; site: Site; charge: Charge; isNew: boolean }

async function billCharge(house: BillingHouse, now: Instant, bill: Bill): Promise<Payment | undefined> {
  const { order, charge } = bill
  const [card, shopper] = await Promise.all([
    order.cardId === undefined ? undefined : house.cardToBill(order.cardId),
    house.shopperToBill(order.shopperId),
  ])
  assert(shopper, `order ${order.id} has a shopper`)
  const origin = card?.shopperId === order.shopperId ? originOf(order, card) : undefined
  if (!card || !origin) return miss(house, now, bill, 'no_usable_card')
  const micro = charge.micro === 'due'
  const amount = (micro && microAmount(charge.amount)) || owed(charge)
  const cap = capVerdict(card.brand, await house.declinesOf(card.fingerprint), amount, now)
  if (cap.is === 'never') return miss(house, now, bill, cap.reason)
  if (cap.is === 'full') return wait(house, order, cap.until)
  return ask(house, bill, { card, shopper, origin, amount, micro })
}

type Asking = { card: StoredCard; shopper: Shopper; origin: Origin; amount: Money; micro: boolean }

async function ask(house: BillingHouse, bill: Bill, { card, micro, ...asking }: Asking): Promise<Payment | undefined> {
  const { order, charge, site, isNew } = bill
  const promised = isNew ? [insertCharge(charge)] : micro ? [changeCharge(charge, { micro: 'tried' })] : []
  try {
    return await authorizePayment(house, {
      ...asking,
      site,
      orderId: order.id,
      period: charge.period,
      kind: 'sale',
      source: micro ? 're-bill-micro' : 're-bill',
      description: order.description,
      card: { from: 'stored', card },
      ip: undefined,
      threeDSecure: undefined,
      alongside: [...promised, ...amendOrder(order, { dueAt: undefined })],
    })
  } catch (error) {
    if (error instanceof AlreadyThere && error.constraint === oneChargePerPeriod)
      throw new StaleWrite(error.message, { cause: error })
    // Another payment of the order is in doubt, such as the proof of a new card.
    if (error instanceof Refusal && error.code === 'attempt_under_way')
      return wait(house, order, house.clock.now().add(underWayWait))
    throw error
  }
}
const underWayWait = { minutes: 5 }

/** The period cannot even be asked for; it is treated as a decline for this reason. */
async function miss(house: BillingHouse, now: Instant, bill: Bill, reason: Reason): Promise<undefined> {
  const { order, charge, site, isNew } = bill
  const changes = failedOnce(charge, now, reason)
  const after = { ...charge, ...changes }
  const plan = scheduleOf(order, site)
  const verdict = afterFailure(now, after, reason, plan)
  const write = isNew ? (all: Parameters<typeof insertCharge>[1]): Write => insertCharge(charge, all) : undefined
  await commit(house, now, [
    ...follow(now, order, charge, changes, verdict, write),
    ...announceMiss(now, order, { charge: after, reason, verdict, plan }),
  ])
}

async function wait(house: BillingHouse, order: Order, dueAt: Instant | undefined): Promise<undefined> {
  await commit(house, house.clock.now(), amendOrder(order, { dueAt }))
}

export const newCharge = (now: Instant, order: Order, plannedAt: Instant, amount: Money = order.amount): Charge => ({
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
