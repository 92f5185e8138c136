import type { OrderId, ShopperId, StoredCardId } from '#acquiring/ids'
import type { PaymentsContext } from '#acquiring/payments'
import type { StoredCard } from '#acquiring/shoppers'
import { type SiteId, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { type Interval, withInterval } from './calendar.ts'
import { chooseCard, requireOriginalTransaction } from './choose-card.ts'
import { cardExpires, isBillable, isBilledLater, type NetworkTransaction, type Order } from './order.ts'
import { expiryActions, type OrderAction } from './order-states.ts'
import { updateBillingPeriod } from './plan-billing-period.ts'
import { refuse } from './refusals.ts'
import { findBillingPeriod, findOrder, getOrder } from './store.ts'
import { carryOn, type OrderChanges } from './transition-order.ts'

export type ChangeOrderInput = {
  siteId: SiteId
  orderId: OrderId
  /** When the caller names the customer, it must be the order's. */
  shopperId?: ShopperId | undefined
  /** When the next period falls due; the later ones are counted from there. */
  nextDueAt?: Instant | undefined
  /** For the periods behind the next one. */
  interval?: Interval | undefined
  card?: { cardId: StoredCardId; networkTransaction: NetworkTransaction | undefined } | undefined
  alongside?: (orderId: OrderId) => readonly Write[]
}

/**
 * Changes when an order is billed next, how often, or with which card (merchant-payments, PUT /order). A new due date
 * begins the period anew, also one that is owed already: it is not due before. A new card is tried with an open debt at
 * once.
 */
export async function changeOrder(ctx: PaymentsContext, input: ChangeOrderInput): Promise<Order> {
  if (!input.nextDueAt && !input.interval && !input.card) throw refuse('nothing_to_change')
  await decide(() => change(ctx, input))
  return getOrder(ctx.db, input.orderId)
}

async function change(ctx: PaymentsContext, input: ChangeOrderInput): Promise<void> {
  const { order, timeZone, billingPeriod, card } = await look(ctx, input)
  const now = ctx.clock.now()
  const dated = newDates(order, input, timeZone)
  const extended = input.nextDueAt !== undefined
  const retriesNow = card !== undefined && order.status === 'retrying' && order.dueAt !== undefined && !extended
  const changes: OrderChanges = {
    ...dated,
    ...(retriesNow && { dueAt: now }),
    ...(card && { cardId: card.id, networkTransaction: input.card?.networkTransaction }),
  }
  const restarted =
    extended && billingPeriod ? [updateBillingPeriod(billingPeriod, { ...restart, plannedAt: input.nextDueAt! })] : []
  const actions = transitionsOf(order, { extended, card, dueAt: changes.dueAt ?? order.dueAt, timeZone })
  await commit(ctx, now, [
    ...restarted,
    ...carryOn(now, order, actions, changes),
    ...news(order, input),
    ...(input.alongside?.(order.id) ?? []),
  ])
}

/** What a micro-payment brought stays, and there is no second one. */
const restart = { failures: 0, firstFailedAt: undefined } as const

async function look({ db, clock, directory }: PaymentsContext, input: ChangeOrderInput) {
  const order = await findOrder(db, input.siteId, input.orderId)
  if (!order || (input.shopperId !== undefined && order.shopperId !== input.shopperId))
    throw refuse('order_not_found', { field: 'id' })
  const calendarField = input.nextDueAt ? 'nextDueDate' : input.interval ? 'intervalType' : undefined
  if (!isBilledLater(order)) throw refuse('order_not_billed_later', { type: order.type })
  if (calendarField && !order.interval) throw refuse('order_not_recurring', { field: calendarField, type: order.type })
  if (!isBillable(order)) throw refuse('unexpected_order_status', { status: order.status })
  // A recurring order without a due time has a payment under way, and what that comes to decides what is due next.
  if (calendarField && !order.dueAt) throw refuse('payment_in_progress', { field: calendarField })
  const site = await directory.site(order.siteId)
  const found = await findBillingPeriod(db, order.id, order.nextPeriod)
  const billingPeriod = found?.status === 'open' ? found : undefined
  return {
    order,
    timeZone: site!.timeZone,
    billingPeriod,
    card: await cardOf(input, order, { db, site: site!, now: clock.now() }),
  }
}

async function cardOf(
  { card }: ChangeOrderInput,
  order: Order,
  { db, site, now }: { db: PaymentsContext['db']; site: { timeZone: string }; now: Instant },
): Promise<StoredCard | undefined> {
  if (!card) return undefined
  const chosen = await chooseCard(db, now, { site, shopperId: order.shopperId, cardId: card.cardId })
  requireOriginalTransaction({ type: order.type, networkTransaction: card.networkTransaction }, chosen)
  return chosen
}

function newDates(order: Order, { nextDueAt, interval: to }: ChangeOrderInput, timeZone: string): OrderChanges {
  const { interval: from, calendar, nextPeriod } = order
  if (!from || !calendar) return {}
  if (nextDueAt) {
    const counted = { anchor: nextDueAt, anchorPeriod: nextPeriod, lead: 0 }
    return { calendar: counted, dueAt: nextDueAt, ...(to && { interval: to }) }
  }
  return to ? { interval: to, calendar: withInterval(calendar, { from, to, nextPeriod, timeZone }) } : {}
}

type Look = { extended: boolean; card: StoredCard | undefined; dueAt: Instant | undefined; timeZone: string }

/** An order whose debt is not due any more is in progress again, and a card may now outlive the next date, or not. */
function transitionsOf(order: Order, { extended, card, dueAt, timeZone }: Look): OrderAction[] {
  const recovers: OrderAction[] = order.status === 'retrying' && extended ? ['recover'] : []
  if (order.status === 'retrying' && !extended) return []
  const status = recovers.length > 0 ? 'in-progress' : order.status
  if (!card) return recovers
  const expiry = `${card.expiryMonth}/${card.expiryYear}`
  return [...recovers, ...expiryActions(status, cardExpires({ expiry }, dueAt, timeZone))]
}

function news(order: Order, { nextDueAt, interval, card }: ChangeOrderInput): Write[] {
  const about = { owner: siteOwner(order.siteId), subjectId: order.id, subject: undefined }
  const changed = {
    ...(interval && { intervalType: interval.unit, intervalValue: interval.count }),
    ...(card && { cardId: card.cardId.toString() }),
  }
  return [
    ...(nextDueAt ? [announce('orderExtended', { ...about, body: { nextDueDate: nextDueAt.toString() } })] : []),
    ...(Object.keys(changed).length > 0 ? [announce('orderChanged', { ...about, body: changed })] : []),
  ]
}
