import { type BillingPeriod, billingPeriodsOf, type CardUpdated, updateOrderCard } from '#acquiring/billing'
import type { OrderId } from '#acquiring/ids'
import {
  type Cancellation,
  type ChangeOrderInput,
  cancelOrder,
  changeOrder,
  endAfterNextBill,
  endWithPaidPeriod,
  getOrder,
  keepOrder,
  type NewOrder,
  type Order,
} from '#acquiring/orders'
import { type Payment, paymentsOf } from '#acquiring/payments'
import type { SiteInput } from '#core/directory'
import { Secret } from '#kernel/base/secret.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { by } from './author.ts'
import { euros, goodCard, openPaymentsFixture, type PaymentsFixture } from './payments-fixture.ts'

/** A merchant with subscriptions: the shopper pays the first period, Florin bills the others. */
export type Biller = PaymentsFixture & {
  /** A new order whose first period is paid: 30.00 every month with a good card, by default. */
  subscribes(input?: SubscriptionInput): Promise<Order>
  /** Sets the clock, then does everything that is due. */
  goesTo(moment: string): Promise<void>
  passes(duration: Temporal.DurationLike): Promise<void>
  orderOf(id: OrderId): Promise<Order>
  /** The billings after the first payment: when, how much, why, and the result. */
  billings(id: OrderId): Promise<string[]>
  charges(id: OrderId): Promise<BillingPeriod[]>
  firstPayment(id: OrderId): Promise<Payment>
  /** What the acquirer has taken for an order, by its own record, in minor units. */
  captured(id: OrderId): Promise<bigint[]>
  /** The transitions of an order, with the status after each. */
  transitions(id: OrderId): Promise<string[]>
  switches(changes: SiteInput): Promise<void>
  cancels(id: OrderId, input?: Partial<Cancellation>): Promise<Order>
  /** Cancels it for the moment when its next bill is paid. */
  endsAfterNextBill(id: OrderId, message?: string): Promise<Order>
  /** Cancels it with the period that is paid, for its shopper by default. */
  endsWithPaidPeriod(id: OrderId, message?: string, party?: 'merchant' | 'shopper'): Promise<Order>
  /** Undoes either. */
  keeps(id: OrderId, party?: 'merchant' | 'shopper'): Promise<Order>
  changes(id: OrderId, input: Omit<ChangeOrderInput, 'by' | 'siteId' | 'orderId'>): Promise<Order>
  /** The shopper types a new card for the order. */
  updatesCard(id: OrderId, pan: string): Promise<CardUpdated>
  /** What was announced of an order, with its body. */
  events(id: OrderId): Promise<string[]>
}
export type SubscriptionInput = Partial<Omit<NewOrder, 'amount' | 'trialAmount'>> & {
  amount?: string
  trial?: string
  pan?: string
  /** MM/YYYY */
  expiry?: string
}

export async function openBiller(
  input: SiteInput = {},
  parts: { environment?: Record<string, string> } = {},
): Promise<Biller> {
  const fixture = await openPaymentsFixture(input, parts)
  const { world } = fixture
  const runUntilIdle = async () => {
    await runDueWorkUntilIdle(world.app.jobs, world.app.log, world.app)
    const failed = world.logged.filter((line) => line.includes('due work failed'))
    if (failed.length > 0) throw new Error(failed.join('\n'))
  }
  return {
    ...fixture,
    subscribes: (input = {}) => subscribe(fixture, input),
    goesTo: async (moment) => {
      world.clock.set(Temporal.Instant.from(moment))
      await runUntilIdle()
    },
    passes: async (duration) => {
      world.clock.pass(duration)
      await runUntilIdle()
    },
    orderOf: (id) => getOrder(world.app.db, id),
    billings: async (id) =>
      (await paymentsOf(world.app.db, id)).filter(({ period }) => period !== undefined).map(resultOf),
    charges: (id) => billingPeriodsOf(world.app.db, id),
    firstPayment: async (id) => (await paymentsOf(world.app.db, id))[0]!,
    captured: async (id) => {
      const payments = await paymentsOf(world.app.db, id)
      const states = await Promise.all(payments.map((payment) => fixture.state(payment)))
      return states.flatMap((state) => (state.is === 'captured' ? [state.amount.minor] : []))
    },
    transitions: async (id) => {
      const query = world.app.db.read
        .selectFrom('orders.order_transitions')
        .select(['action', 'to_status'])
        .where('order_id', '=', id)
      return (await query.orderBy('id').execute()).map(({ action, to_status }) => `${action} ${to_status}`)
    },
    switches: async (changes) => {
      await world.app.directory.changeSite({ by, siteId: fixture.site.id, changes })
    },
    cancels: (orderId, { reason, message } = {}) =>
      cancelOrder(world.app, { siteId: fixture.site.id, orderId, by, party: 'merchant', reason, message }),
    endsAfterNextBill: (orderId, message) =>
      endAfterNextBill(world.app, { siteId: fixture.site.id, orderId, by, message }),
    endsWithPaidPeriod: (orderId, message, party = 'shopper') =>
      endWithPaidPeriod(world.app, { siteId: fixture.site.id, orderId, by, party, message }),
    keeps: (orderId, party = 'merchant') => keepOrder(world.app, { siteId: fixture.site.id, orderId, by, party }),
    changes: (orderId, input) => changeOrder(world.app, { siteId: fixture.site.id, orderId, by, ...input }),
    updatesCard: (orderId, pan) =>
      updateOrderCard(world.app, {
        by,
        siteId: fixture.site.id,
        orderId,
        card: { brand: brandOf(pan), details: cardDetails(pan, '12/2034') },
        ip: '203.0.113.9',
      }),
    events: async (id) => {
      const query = world.app.db.read.selectFrom('outbox.events').select(['name', 'body']).orderBy('id')
      const rows = await query.where('subject_type', '=', 'order').where('subject_id', '=', String(id)).execute()
      return rows.map(({ name, body }) => `${name} ${JSON.stringify(body)}`)
    },
  }
}

const resultOf = ({ createdAt, amount, source, status, declineReason }: Payment): string =>
  [createdAt, amount.minor, source === 're-bill' ? '' : source, declineReason ?? status].filter(Boolean).join(' ')

export async function subscribe(fixture: PaymentsFixture, input: SubscriptionInput): Promise<Order> {
  const { amount = '30.00', trial, pan = goodCard, expiry = '12/2034', ...rest } = input
  const trialAmount = trial === undefined ? undefined : euros(trial)
  const ordered = await fixture.order({
    type: 'recurring',
    interval: rest.type === 'managed' ? undefined : { unit: 'month', count: 1 },
    amount: euros(amount),
    trialAmount,
    ...rest,
  })
  const details = cardDetails(pan, expiry)
  const card = { from: 'typed', brand: brandOf(pan), details, store: true } as const
  await fixture.tries({ ...ordered, amount: trialAmount ?? euros(amount) }, { card, save: true, option: rest.option })
  return getOrder(fixture.world.app.db, ordered.orderId)
}

const brandOf = (pan: string): string => (pan.startsWith('4') ? 'visa' : 'mastercard')

export function cardDetails(pan: string, expiry: string) {
  const [expiryMonth, expiryYear] = expiry.split('/').map(Number) as [number, number]
  return { pan: new Secret(pan), cvv: new Secret('123'), expiryMonth, expiryYear, holderName: 'Ada' }
}
