import type { SiteWish } from '#directory'
import { drainDueWork } from '#kernel/due-work.ts'
import type { OrderId } from '#kernel/ids.ts'
import { Secret } from '#kernel/secret.ts'
import {
  type Cancellation,
  type CardUpdated,
  type ChangeWish,
  type Charge,
  cancelOrder,
  changeOrder,
  chargesOf,
  getOrder,
  type NewOrder,
  type Order,
  updateOrderCard,
} from '#orders'
import { type Payment, paymentsOf } from '#payments'
import { euros, goodCard, openTill, type Till } from './till.ts'

/** A merchant with subscriptions: the shopper pays the first charge, the house the others. */
export type Biller = Till & {
  /** A new order whose first charge is paid: 30.00 every month with a good card, unless told otherwise. */
  subscribes(wish?: SubscriptionWish): Promise<Order>
  /** Sets the clock, then does everything that is due. */
  goesTo(moment: string): Promise<void>
  passes(duration: Temporal.DurationLike): Promise<void>
  orderOf(id: OrderId): Promise<Order>
  /** What the card was asked for after the first payment: when, how much, why, and what came of it. */
  billings(id: OrderId): Promise<string[]>
  charges(id: OrderId): Promise<Charge[]>
  firstPayment(id: OrderId): Promise<Payment>
  /** What the acquirer has taken for an order, by its own record, in minor units. */
  taken(id: OrderId): Promise<bigint[]>
  /** The moves an order made, with the status each led to. */
  moves(id: OrderId): Promise<string[]>
  switches(changes: SiteWish): Promise<void>
  cancels(id: OrderId, said?: Partial<Cancellation>): Promise<Order>
  changes(id: OrderId, wish: Omit<ChangeWish, 'siteId' | 'orderId'>): Promise<Order>
  /** The shopper types a new card for the order. */
  updatesCard(id: OrderId, pan: string): Promise<CardUpdated>
  /** What was announced of an order, with its body. */
  news(id: OrderId): Promise<string[]>
}
export type SubscriptionWish = Partial<Omit<NewOrder, 'amount' | 'trialAmount'>> & {
  amount?: string
  trial?: string
  pan?: string
  /** MM/YYYY */
  expiry?: string
}

export async function openBiller(wish: SiteWish = {}): Promise<Biller> {
  const till = await openTill(wish)
  const { world } = till
  const settle = async () => {
    await drainDueWork(world.app.jobs, world.app.log)
    const failed = world.logged.filter((line) => line.includes('due work failed'))
    if (failed.length > 0) throw new Error(failed.join('\n'))
  }
  return {
    ...till,
    subscribes: (wish = {}) => subscribe(till, wish),
    goesTo: async (moment) => {
      world.clock.set(Temporal.Instant.from(moment))
      await settle()
    },
    passes: async (duration) => {
      world.clock.pass(duration)
      await settle()
    },
    orderOf: (id) => getOrder(world.app.db, id),
    billings: async (id) =>
      (await paymentsOf(world.app.db, id)).filter(({ period }) => period !== undefined).map(toldOf),
    charges: (id) => chargesOf(world.app.db, id),
    firstPayment: async (id) => (await paymentsOf(world.app.db, id))[0]!,
    taken: async (id) => {
      const payments = await paymentsOf(world.app.db, id)
      const standings = await Promise.all(payments.map((payment) => till.standing(payment)))
      return standings.flatMap((standing) => (standing.is === 'taken' ? [standing.amount.minor] : []))
    },
    moves: async (id) => {
      const query = world.app.db.read
        .selectFrom('orders.moves')
        .select(['action', 'to_status'])
        .where('order_id', '=', id)
      return (await query.orderBy('id').execute()).map(({ action, to_status }) => `${action} ${to_status}`)
    },
    switches: async (changes) => {
      const by = { actor: 'test', fromWhere: 'test' }
      await world.app.directory.changeSite({ by, siteId: till.site.id, changes })
    },
    cancels: (orderId, { reason, message } = {}) =>
      cancelOrder(world.app, { siteId: till.site.id, orderId, by: 'merchant', reason, message }),
    changes: (orderId, wish) => changeOrder(world.app, { siteId: till.site.id, orderId, ...wish }),
    updatesCard: (orderId, pan) =>
      updateOrderCard(world.app, {
        siteId: till.site.id,
        orderId,
        card: { brand: brandOf(pan), details: cardDetails(pan, '12/2034') },
        ip: '203.0.113.9',
      }),
    news: async (id) => {
      const query = world.app.db.read.selectFrom('outbox.events').select(['name', 'body']).orderBy('id')
      const rows = await query.where('subject_type', '=', 'order').where('subject_id', '=', id).execute()
      return rows.map(({ name, body }) => `${name} ${JSON.stringify(body)}`)
    },
  }
}

const toldOf = ({ createdAt, amount, source, status, declineReason }: Payment): string =>
  [createdAt, amount.minor, source === 're-bill' ? '' : source, declineReason ?? status].filter(Boolean).join(' ')

async function subscribe(till: Till, wish: SubscriptionWish): Promise<Order> {
  const { amount = '30.00', trial, pan = goodCard, expiry = '12/2034', ...rest } = wish
  const trialAmount = trial === undefined ? undefined : euros(trial)
  const ordered = await till.order({
    type: 'recurring',
    interval: rest.type === 'managed' ? undefined : { unit: 'month', count: 1 },
    amount: euros(amount),
    trialAmount,
    ...rest,
  })
  const details = cardDetails(pan, expiry)
  const card = { from: 'typed', brand: brandOf(pan), details, store: true } as const
  await till.tries({ ...ordered, amount: trialAmount ?? euros(amount) }, { card, save: true })
  return getOrder(till.world.app.db, ordered.orderId)
}

const brandOf = (pan: string): string => (pan.startsWith('4') ? 'visa' : 'mastercard')

export function cardDetails(pan: string, expiry: string) {
  const [expiryMonth, expiryYear] = expiry.split('/').map(Number) as [number, number]
  return { pan: new Secret(pan), cvv: new Secret('123'), expiryMonth, expiryYear, holderName: 'Ada' }
}
