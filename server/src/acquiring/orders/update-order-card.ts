import type { OrderId, ShopperId, StoredCardId } from '#acquiring/ids'
import { authorizePayment, type NewPayment, type Payment, type PaymentsContext, paymentsOf } from '#acquiring/payments'
import { findShopper } from '#acquiring/shoppers'
import type { Site, SiteId } from '#core/directory'
import { zero } from '#kernel/base/money.ts'
import { decide, type Write } from '#kernel/db/commit/commit.ts'
import { billOrder } from './bill-order.ts'
import { billingContext } from './billing-context.ts'
import { chooseCard, requireOriginalTransaction } from './choose-card.ts'
import { isBillable, isBilledLater, type Order } from './order.ts'
import { refuse } from './refusals.ts'
import { refuseBeyondRetryLimits } from './refuse-beyond-retry-limits.ts'
import { findOrder, getOrder } from './store.ts'
import { amendOrder } from './transition-order.ts'

type TypedCard = Extract<NewPayment['card'], { from: 'typed' }>

export type UpdateOrderCardInput = {
  siteId: SiteId
  orderId: OrderId
  /** When the caller names the customer, it must be the order's. */
  shopperId?: ShopperId | undefined
  /** As the shopper types it, or one that they have stored with the site. */
  card: Pick<TypedCard, 'brand' | 'details'> | { cardId: StoredCardId }
  /** How many cards were tried for the order when the shopper was shown the form: one form tries one card. */
  after?: number
  ip: string | undefined
  threeDSecure?: NewPayment['threeDSecure']
  alongside?: (orderId: OrderId) => readonly Write[]
}

export type CardUpdated = {
  order: Order
  /** The proof of the new card: `verified`, `failed`, or `challenging` while the shopper is sent to their bank. */
  proof: Payment
  /** What the order owed, tried with the new card at once; undefined when it owed nothing. */
  debt: Payment | undefined
}

/**
 * The shopper gives another card for an order (wire fact 3.1, order-update-card): nothing is charged to prove it, and one
 * that is typed is stored. What the order owes is then tried with it at once. While the proof waits for the shopper's
 * bank, the engine does the rest when they are back, or whoever brings them back (`payDebt`).
 */
export async function updateOrderCard(ctx: PaymentsContext, input: UpdateOrderCardInput): Promise<CardUpdated> {
  // Somebody else may change the order at this very moment, such as a worker that bills it: then look again.
  // Only a promise that was not made can be stale; once one is made, its order admits no second attempt beside it.
  const proof = await decide(() => prove(ctx, input))
  const debt = proof.status === 'verified' ? await payDebt(ctx, input.orderId) : undefined
  return { order: await getOrder(ctx.db, input.orderId), proof, debt }
}

/** Tries what an order owes, if that is due: after its card has changed it is. */
export async function payDebt(ctx: PaymentsContext, id: OrderId): Promise<Payment | undefined> {
  const { status } = await getOrder(ctx.db, id)
  return status === 'retrying' ? billOrder(billingContext(ctx), id) : undefined
}

async function prove(ctx: PaymentsContext, input: UpdateOrderCardInput): Promise<Payment> {
  const order = await findOrder(ctx.db, input.siteId, input.orderId)
  if (!order || (input.shopperId !== undefined && order.shopperId !== input.shopperId))
    throw refuse('order_not_found', { field: 'id' })
  if (!isBilledLater(order)) throw refuse('order_not_billed_later', { type: order.type })
  if (!isBillable(order)) throw refuse('unexpected_order_status', { status: order.status })
  // Behind the order: a proof that is not among these changes its version, and the promise below fails.
  if (input.after !== undefined && (await triedCards(ctx, order)) !== input.after) throw refuse('card_update_conflict')
  const [site, shopper] = await Promise.all([ctx.directory.site(order.siteId), findShopper(ctx.db, order.shopperId)])
  if (!site?.active) throw refuse('site_inactive', { field: 'siteId' })
  const card = await cardOf(ctx, input, order, site)
  return authorizePayment(ctx, {
    site,
    shopper: shopper!,
    orderId: order.id,
    kind: 'verify',
    source: 'card-change',
    origin: { by: 'shopper', storesCard: card.from === 'typed' },
    amount: zero(order.amount.currency),
    description: order.description,
    card,
    ip: input.ip,
    threeDSecure: input.threeDSecure,
    alongside: [...amendOrder(order, {}), ...(input.alongside?.(order.id) ?? [])],
  })
}

const triedCards = async ({ db }: PaymentsContext, { id }: Order): Promise<number> =>
  (await paymentsOf(db, id)).filter(({ source }) => source === 'card-change').length

async function cardOf(
  ctx: PaymentsContext,
  { card: input }: UpdateOrderCardInput,
  order: Order,
  site: Site,
): Promise<NewPayment['card']> {
  if (!('cardId' in input)) return { from: 'typed', ...input, store: true }
  const card = await chooseCard(ctx.db, ctx.clock.now(), { site, ...order, cardId: input.cardId })
  requireOriginalTransaction({ type: order.type }, card)
  await refuseBeyondRetryLimits(ctx, card, zero(order.amount.currency))
  return { from: 'stored', card }
}
