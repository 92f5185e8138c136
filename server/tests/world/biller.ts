import type { SiteWish } from '#directory'
import { drainDueWork } from '#kernel/due-work.ts'
import type { OrderId } from '#kernel/ids.ts'
import { Secret } from '#kernel/secret.ts'
import { billingJobs, type Charge, chargesOf, getOrder, type NewOrder, type Order } from '#orders'
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
  const jobs = [...world.app.jobs.filter(({ name }) => name !== 'bill orders'), ...billingJobs(world.app)]
  const settle = async () => {
    await drainDueWork(jobs, world.app.log)
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
  const [expiryMonth, expiryYear] = expiry.split('/').map(Number) as [number, number]
  const details = { pan: new Secret(pan), cvv: new Secret('123'), expiryMonth, expiryYear, holderName: 'Ada' }
  const card = { from: 'typed', brand: brandOf(pan), details, store: true } as const
  await till.tries({ ...ordered, amount: trialAmount ?? euros(amount) }, { card, save: true })
  return getOrder(till.world.app.db, ordered.orderId)
}

const brandOf = (pan: string): string => (pan.startsWith('4') ? 'visa' : 'mastercard')
