import type { StoredCardId } from '#acquiring/ids'
import type { PaymentsContext } from '#acquiring/payments'
import type { NetworkTransaction, StoredCard } from '#acquiring/shoppers'
import type { Interval } from '#acquiring/terms'
import { type Author, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { auditedOrder } from './audited-order.ts'
import { withInterval } from './calendar.ts'
import { chooseCardToBill } from './choose-card.ts'
import { cardExpires, isBilledAgain, nextBillAt, type Order } from './order.ts'
import { expiryActions, type OrderAction } from './order-states.ts'
import { refuse } from './refusals.ts'
import { type OrderNamed, requireBillable, requireBilledLater, requireOrder } from './require-order.ts'
import { getOrder } from './store.ts'
import { carryOn, type OrderChanges } from './transition-order.ts'

export type ChangeOrderInput = OrderNamed & {
  by: Author
  /** When the next period falls due; the later ones are counted from there. */
  nextDueAt?: Instant | undefined
  /** For the periods after the next one. */
  interval?: Interval | undefined
  card?: { cardId: StoredCardId; networkTransaction: NetworkTransaction | undefined } | undefined
  /** Written with the change, such as an idempotency key. */
  alongside?: (orderId: Order['id']) => readonly Write[]
}

/**
 * Changes when an order is billed next, how often, or with which card (merchant-payments, PUT /order). A new due date
 * begins the period anew, even one that is owed already (the event `orderExtended`): it is not due before. What is owed is
 * charged to a new card at once. Refuses with `order_not_billed_again` to move the date of an order that ends with what is
 * paid: it would end at a moment that is not paid for.
 */
export async function changeOrder(ctx: PaymentsContext, input: ChangeOrderInput): Promise<Order> {
  if (!input.nextDueAt && !input.interval && !input.card) throw refuse('nothing_to_change')
  await decide(() => change(ctx, input))
  return getOrder(ctx.db, input.orderId)
}

/** The order as it would be with such a change, for its schedule; refused as the change itself would be. */
export async function orderAfter(ctx: PaymentsContext, input: Omit<ChangeOrderInput, 'by' | 'card'>): Promise<Order> {
  if (!input.nextDueAt && !input.interval) throw refuse('nothing_to_change')
  const { order, timeZone } = await look(ctx, input)
  return { ...order, ...newDates(order, input, timeZone) }
}

async function change(ctx: PaymentsContext, input: ChangeOrderInput): Promise<void> {
  const { order, timeZone, card } = await look(ctx, input)
  const now = ctx.clock.now()
  const dated = newDates(order, input, timeZone)
  const extended = input.nextDueAt !== undefined
  const retriesNow = card !== undefined && order.status === 'retrying' && order.dueAt !== undefined && !extended
  const changes: OrderChanges = {
    ...dated,
    ...(retriesNow && { dueAt: now }),
    ...(card && { cardId: card.id, networkTransaction: input.card?.networkTransaction }),
  }
  const actions = transitionsOf(order, {
    extended,
    card,
    dueAt: nextBillAt({ ...order, dueAt: changes.dueAt ?? order.dueAt }),
    timeZone,
  })
  await commit(
    ctx,
    now,
    [
      ...carryOn(now, order, actions, changes),
      ...eventsOf(order, input),
      auditedOrder(now, input.by, order, { action: 'orderChanged', after: changedFields(input) }),
      ...(input.alongside?.(order.id) ?? []),
    ],
    'change-order',
  )
}

/** Refuses an order whose calendar, or at least whose card, cannot be changed now. */
export function requireChangeable(order: Order, calendarField: 'nextDueDate' | 'intervalType' | undefined): void {
  requireBilledLater(order)
  if (calendarField && !order.interval) throw refuse('order_not_recurring', { field: calendarField, type: order.type })
  requireBillable(order)
  if (calendarField === 'nextDueDate' && !isBilledAgain(order))
    throw refuse('order_not_billed_again', { field: calendarField })
  // A recurring order without a due time has a payment under way, whose result decides what is due next.
  if (calendarField && !order.dueAt) throw refuse('payment_in_progress', { field: calendarField })
}

async function look({ db, clock, directory }: PaymentsContext, input: Omit<ChangeOrderInput, 'by'>) {
  const order = await requireOrder(db, input)
  const calendarField = input.nextDueAt ? 'nextDueDate' : input.interval ? 'intervalType' : undefined
  requireChangeable(order, calendarField)
  const site = await directory.site(order.siteId)
  return {
    order,
    timeZone: site!.timeZone,
    card: await cardOf(input, order, { db, site: site!, now: clock.now() }),
  }
}

async function cardOf(
  { card }: Omit<ChangeOrderInput, 'by'>,
  order: Order,
  { db, site, now }: { db: PaymentsContext['db']; site: { timeZone: string }; now: Instant },
): Promise<StoredCard | undefined> {
  if (!card) return undefined
  const agreement = { type: order.type, networkTransaction: card.networkTransaction }
  const choice = { site, shopperId: order.shopperId, cardId: card.cardId }
  return (await chooseCardToBill(db, now, agreement, choice)).card
}

type Dates = Pick<ChangeOrderInput, 'nextDueAt' | 'interval'>

function newDates(
  order: Order,
  { nextDueAt, interval: to }: Dates,
  timeZone: string,
): Pick<OrderChanges, 'calendar' | 'dueAt' | 'interval'> {
  const { interval: from, calendar, nextPeriod } = order
  if (!from || !calendar) return {}
  if (nextDueAt) {
    const counted = { anchor: nextDueAt, anchorPeriod: nextPeriod, lead: 0 }
    return { calendar: counted, dueAt: nextDueAt, ...(to && { interval: to }) }
  }
  return to ? { interval: to, calendar: withInterval(calendar, { from, to, nextPeriod, timeZone }) } : {}
}

type Look = { extended: boolean; card: StoredCard | undefined; dueAt: Instant | undefined; timeZone: string }

/** An order whose debt is not due any more is in progress again, and its card may or may not expire before the date. */
function transitionsOf(order: Order, { extended, card, dueAt, timeZone }: Look): OrderAction[] {
  const recovers: OrderAction[] = order.status === 'retrying' && extended ? ['recover'] : []
  if (order.status === 'retrying' && !extended) return []
  const status = recovers.length > 0 ? 'in-progress' : order.status
  if (!card) return recovers
  const expiry = `${card.expiryMonth}/${card.expiryYear}`
  return [...recovers, ...expiryActions(status, cardExpires({ expiry }, dueAt, timeZone))]
}

/** What is changed for the periods to come, as the log of events and the audit say it. */
const changedTerms = ({ interval, card }: ChangeOrderInput) => ({
  ...(interval && { intervalType: interval.unit, intervalValue: interval.count }),
  ...(card && { cardId: card.cardId.toString() }),
})

const changedFields = (input: ChangeOrderInput) => ({
  ...(input.nextDueAt && { nextDueDate: input.nextDueAt.toString() }),
  ...changedTerms(input),
})

function eventsOf(order: Order, input: ChangeOrderInput): Write[] {
  const { nextDueAt } = input
  const about = { owner: siteOwner(order.siteId), subjectId: order.id }
  const changed = changedTerms(input)
  return [
    ...(nextDueAt
      ? [
          announce('orderExtended', {
            ...about,
            body: { nextDueDate: nextDueAt.toString() },
            subject: { order, nextDueAt },
          }),
        ]
      : []),
    ...(Object.keys(changed).length > 0
      ? [announce('orderChanged', { ...about, body: changed, subject: undefined })]
      : []),
  ]
}
