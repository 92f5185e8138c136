import type { OrderId, StoredCardId } from '#acquiring/ids'
import {
  amendOrder,
  auditedOrder,
  chooseCardToBill,
  getOrder,
  type Order,
  type OrderNamed,
  requestedOf,
  requireActiveSite,
  requireBillable,
  requireBilledLater,
  requireOrder,
} from '#acquiring/orders'
import {
  type NewPayment,
  type Payment,
  type PaymentIntent,
  type PaymentsContext,
  paymentsOf,
  recordPaymentIntent,
  sendPayment,
} from '#acquiring/payments'
import { findShopper } from '#acquiring/shoppers'
import type { Author, Site } from '#core/directory'
import { zero } from '#kernel/base/money.ts'
import { decide, type Ref, type Write } from '#kernel/db/commit/commit.ts'
import type { BillingParts } from './billing-context.ts'
import { payDebt } from './pay-debt.ts'
import { refuse } from './refusals.ts'
import { refuseBeyondRetryLimits } from './refuse-beyond-retry-limits.ts'

type TypedCard = Extract<NewPayment['card'], { from: 'typed' }>

export type UpdateOrderCardInput = OrderNamed & {
  by: Author
  /** As the shopper types it, or one that they have stored with the site. */
  card: Pick<TypedCard, 'brand' | 'details' | 'facts'> | { cardId: StoredCardId }
  /** How many cards were tried for the order when the shopper was shown the form: one form tries one card. */
  after?: number
  ip: string | undefined
  threeDSecure?: NewPayment['threeDSecure']
  typedOn?: NonNullable<NewPayment['typedOn']>
  /** Written with the intent of the verification, such as an idempotency key. */
  alongside?: (orderId: OrderId, paymentId: Ref) => readonly Write[]
}

export type CardUpdated = {
  order: Order
  /** The verification of the new card: `verified`, `failed`, or `challenging` while the shopper is at their bank. */
  proof: Payment
  /** What the order owed, charged to the new card at once; undefined when it owed nothing. */
  debt: Payment | undefined
}

/**
 * The shopper gives another card for an order (wire fact 3.1, order-update-card): it is verified without a charge, and a
 * typed one is stored. What the order owes is then charged to it at once. While the verification waits for the shopper's
 * bank, billing does the rest when they are back, or the page that they come back to (`payDebt`).
 */
export async function updateOrderCard(ctx: BillingParts, input: UpdateOrderCardInput): Promise<CardUpdated> {
  // A worker that bills the order may change it at this very moment; then it is read again. Once an intent is recorded,
  // the order admits no second attempt beside it.
  const intent = await decide(() => recordIntent(ctx, input))
  const proof = await sendPayment(ctx, intent)
  const { payment: debt } = proof.status === 'verified' ? await payDebt(ctx, input.orderId) : {}
  return { order: await getOrder(ctx.db, input.orderId), proof, debt }
}

async function recordIntent(ctx: PaymentsContext, input: UpdateOrderCardInput): Promise<PaymentIntent> {
  const order = await requireOrder(ctx.db, input)
  requireBilledLater(order)
  requireBillable(order)
  // Read after the order: a verification that is not among these changes its version, and the commit below is stale.
  if (input.after !== undefined && (await triedCards(ctx, order)) !== input.after) throw refuse('card_update_conflict')
  const [site, shopper] = await Promise.all([
    requireActiveSite(ctx.directory, order.siteId),
    findShopper(ctx.db, order.shopperId),
  ])
  const card = await cardOf(ctx, input, order, site)
  return recordPaymentIntent(ctx, {
    site,
    shopper: shopper!,
    orderId: order.id,
    kind: 'verify',
    source: 'card-change',
    initiator: { type: 'cit', storesCard: card.from === 'typed' },
    amount: zero(order.amount.currency),
    ...requestedOf(order, zero(order.amount.currency)),
    description: order.description,
    card,
    ip: input.ip,
    threeDSecure: input.threeDSecure,
    ...(input.typedOn && { typedOn: input.typedOn }),
    alongside: (now) => [
      ...amendOrder(order, {}),
      auditedOrder(now, input.by, order, { action: 'orderCardChangeRequested' }),
    ],
    begun: (paymentId) => input.alongside?.(order.id, paymentId) ?? [],
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
  const { shopperId, type } = order
  const choice = { site, shopperId, cardId: input.cardId }
  const { card } = await chooseCardToBill(ctx.db, ctx.clock.now(), { type }, choice)
  await refuseBeyondRetryLimits(ctx, card, zero(order.amount.currency))
  return { from: 'stored', card }
}
