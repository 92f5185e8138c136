import type { Instant } from '#kernel/clock.ts'
import { announce, commit, decide, type Write } from '#kernel/commit.ts'
import type { OrderId, ShopperId, SiteId, StoredCardId } from '#kernel/ids.ts'
import type { PaymentsHouse } from '#payments'
import type { StoredCard } from '#shoppers'
import { type Interval, withInterval } from './calendar.ts'
import { chooseCard, requireOrigin } from './choose-card.ts'
import { carryOn, type OrderChanges } from './move-order.ts'
import { cardExpires, isBillable, isBilledLater, type NetworkTransaction, type Order } from './order.ts'
import { expiryActions, type OrderAction } from './order-states.ts'
import { changeCharge } from './plan-charge.ts'
import { refuse } from './refusals.ts'
import { findCharge, findOrder, getOrder } from './store.ts'

export type ChangeWish = {
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
export async function changeOrder(house: PaymentsHouse, wish: ChangeWish): Promise<Order> {
  if (!wish.nextDueAt && !wish.interval && !wish.card) throw refuse('nothing_to_change')
  await decide(() => change(house, wish))
  return getOrder(house.db, wish.orderId)
}

async function change(house: PaymentsHouse, wish: ChangeWish): Promise<void> {
  const { order, timeZone, charge, card } = await look(house, wish)
  const now = house.clock.now()
  const dated = newDates(order, wish, timeZone)
  const extended = wish.nextDueAt !== undefined
  const retriesNow = card !== undefined && order.status === 'retrying' && order.dueAt !== undefined && !extended
  const changes: OrderChanges = {
    ...dated,
    ...(retriesNow && { dueAt: now }),
    ...(card && { cardId: card.id, networkTransaction: wish.card?.networkTransaction }),
  }
  const restarted = extended && charge ? [changeCharge(charge, { ...restart, plannedAt: wish.nextDueAt! })] : []
  const actions = movesOf(order, { extended, card, dueAt: changes.dueAt ?? order.dueAt, timeZone })
  await commit(house, now, [
    ...restarted,
    ...carryOn(now, order, actions, changes),
    ...news(order, wish),
    ...(wish.alongside?.(order.id) ?? []),
  ])
}

/** What a micro-payment brought stays, and there is no second one. */
const restart = { failures: 0, firstFailedAt: undefined } as const

async function look({ db, clock, directory }: PaymentsHouse, wish: ChangeWish) {
  const order = await findOrder(db, wish.siteId, wish.orderId)
  if (!order || (wish.shopperId !== undefined && order.shopperId !== wish.shopperId))
    throw refuse('order_not_found', { field: 'id' })
  const calendarField = wish.nextDueAt ? 'nextDueDate' : wish.interval ? 'intervalType' : undefined
  if (!isBilledLater(order)) throw refuse('order_not_billed_later', { type: order.type })
  if (calendarField && !order.interval) throw refuse('order_not_recurring', { field: calendarField, type: order.type })
  if (!isBillable(order)) throw refuse('order_status_forbids', { status: order.status })
  // A recurring order without a due time has a payment under way, and what that comes to decides what is due next.
  if (calendarField && !order.dueAt) throw refuse('payment_under_way', { field: calendarField })
  const site = await directory.site(order.siteId)
  const found = await findCharge(db, order.id, order.nextPeriod)
  const charge = found?.status === 'open' ? found : undefined
  return {
    order,
    timeZone: site!.timeZone,
    charge,
    card: await cardOf(wish, order, { db, site: site!, now: clock.now() }),
  }
}

async function cardOf(
  { card }: ChangeWish,
  order: Order,
  { db, site, now }: { db: PaymentsHouse['db']; site: { timeZone: string }; now: Instant },
): Promise<StoredCard | undefined> {
  if (!card) return undefined
  const chosen = await chooseCard(db, now, { site, shopperId: order.shopperId, cardId: card.cardId })
  requireOrigin({ type: order.type, networkTransaction: card.networkTransaction }, chosen)
  return chosen
}

function newDates(order: Order, { nextDueAt, interval: to }: ChangeWish, timeZone: string): OrderChanges {
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
function movesOf(order: Order, { extended, card, dueAt, timeZone }: Look): OrderAction[] {
  const recovers: OrderAction[] = order.status === 'retrying' && extended ? ['recover'] : []
  if (order.status === 'retrying' && !extended) return []
  const status = recovers.length > 0 ? 'in-progress' : order.status
  if (!card) return recovers
  const expiry = `${card.expiryMonth}/${card.expiryYear}`
  return [...recovers, ...expiryActions(status, cardExpires({ expiry }, dueAt, timeZone))]
}

function news(order: Order, { nextDueAt, interval, card }: ChangeWish): Write[] {
  const about = { siteId: order.siteId, subjectId: order.id, subject: undefined }
  const changed = {
    ...(interval && { intervalType: interval.unit, intervalValue: interval.count }),
    ...(card && { cardId: card.cardId.toString() }),
  }
  return [
    ...(nextDueAt ? [announce('orderExtended', { ...about, body: { nextDueDate: nextDueAt.toString() } })] : []),
    ...(Object.keys(changed).length > 0 ? [announce('orderChanged', { ...about, body: changed })] : []),
  ]
}
