import type { OrderId } from '#acquiring/ids'
import { cancelOrder } from '#acquiring/orders'
import { Refusal } from '#kernel/base/refusal.ts'
import type { BothHalves } from './both-halves.ts'
import type { Holder } from './both-halves-holders.ts'
import { beAsked, inWords, payOnce } from './both-halves-purchases.ts'
import type { Random } from './random.ts'

/** Bread that a holder has ordered for every few days, and is charged on the issued card. */
export type Subscription = { orderId: string; holder: Holder; days: number }

export async function subscribe(scene: BothHalves, random: Random): Promise<string> {
  const { bakery, holders, orders, subscriptions } = scene
  const holder = random.pick(holders.filter(({ hasLeft }) => !hasLeft))
  const days = random.pick([1, 3, 7])
  const cents = random.between(200, 2_500)
  const shopper = await bakery.sends({
    amount: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
    order: { type: 'recurring', intervalType: 'day', intervalValue: days, retryPayment: 'P1D' },
    customer: { identifier: holder.name },
  })
  const { orderId } = shopper
  orders.set(orderId, holder)
  subscriptions.push({ orderId, holder, days })
  const landed = await payOnce(random, { shopper, holder })
  const line = `${holder.name} subscribes to ${orderId}, every ${days} days ${cents}: ${inWords(landed)}`
  return landed.text.includes('name="creq"')
    ? `${line}; ${await beAsked(scene, random, { shopper, holder, landed })}`
    : line
}

export async function unsubscribe(scene: BothHalves, random: Random): Promise<string> {
  const { subscriptions } = scene
  return subscriptions.length === 0 ? 'no subscription' : cancel(scene, random.pick(subscriptions))
}

/** At the end nothing is charged any more. */
export async function unsubscribeAll(scene: BothHalves): Promise<void> {
  for (const one of scene.subscriptions) await cancel(scene, one)
}

async function cancel({ world, sql, bakery }: BothHalves, { orderId: externalId }: Subscription): Promise<string> {
  const { rows } = await sql.query<{ id: OrderId }>('select id from orders.orders where external_id = $1', [externalId])
  const [order] = rows
  if (!order) return `${externalId} was never begun`
  const by = { actor: 'simulation', fromWhere: 'test' }
  const cancellation = { reason: undefined, message: undefined, party: 'merchant', by } as const
  try {
    const { status } = await cancelOrder(world.app, { ...cancellation, siteId: bakery.site.id, orderId: order.id })
    return `${externalId} ends: ${status}`
  } catch (error) {
    if (error instanceof Refusal) return `${externalId} ends: ${error.code}`
    throw error
  }
}

/** A period is charged once, and a stored card is the newest of its holder. */
export async function withSubscriptions({ sql, subscriptions, holders, world }: BothHalves): Promise<string[]> {
  const { rows: paid } = await sql.query<{ order: string; count: number; since: Temporal.Instant }>(
    `select o.external_id as "order", o.created_at as since, count(*)::int as count
     from orders.orders o join payments.payments p on p.order_id = o.id
     where o.type = 'recurring' and p.parent_id is null and p.captured_minor > 0 group by o.id`,
  )
  const { rows: stored } = await sql.query<{ customer: string; last4: string }>(
    `select s.identifier as customer, c.last4 from shoppers.cards c join shoppers.shoppers s on s.id = c.shopper_id
     where c.status = 'active'`,
  )
  const newest = new Map(holders.map(({ name, cards }) => [name, cards]))
  return [
    ...paid.flatMap(({ order, count, since }) => {
      const { days } = subscriptions.find(({ orderId }) => orderId === order)!
      const most = Math.floor(world.clock.now().since(since).total('hours') / 24 / days) + 1
      return count > most ? [`${order} was paid ${count} times, and has fallen due ${most} times at most`] : []
    }),
    ...stored.flatMap(({ customer, last4 }) => {
      const cards = newest.get(customer) ?? []
      const chains = cards.filter(({ isLast }, index) => isLast || index === cards.length - 1)
      return chains.some(({ number }) => number.endsWith(last4))
        ? []
        : [`${customer} has an old card in the store: ${last4}`]
    }),
  ]
}
