import type { PaymentsContext, Payout } from '#acquiring/payments'
import { recordPayoutIntent, sendPayout } from '#acquiring/payouts'
import type { Shopper } from '#acquiring/shoppers'
import type { Instant } from '#kernel/base/clock.ts'
import { decide, ref, StaleWrite } from '#kernel/db/commit/commit.ts'
import { LockTimeout } from '#kernel/db/locked.ts'
import { chooseCard } from './choose-card.ts'
import { opening } from './new-order.ts'
import type { Order } from './order.ts'
import type { OrderInput } from './place-order.ts'
import { refuse } from './refusals.ts'
import { findOrderByExternalId, getOrder } from './store.ts'

/**
 * An order of type credit: money that the site owes a customer goes to their card (wire fact 3.1, payout). The order and
 * the intent of its payout are one commit, so a payout that is refused leaves no order behind, and an order is one payout:
 * its external id sent again is refused, whatever its result.
 */
export async function placePayout(
  ctx: PaymentsContext,
  shopper: Shopper,
  input: OrderInput,
): Promise<{ order: Order; payment: Payout }> {
  const recorded = await decide(() => recordIntent(ctx, shopper, input)).catch((error: unknown) => {
    throw error instanceof StaleWrite || error instanceof LockTimeout ? refuse('payout_in_progress') : error
  })
  const payment = await sendPayout(ctx, recorded)
  return { order: await getOrder(ctx.db, payment.orderId), payment }
}

async function recordIntent(ctx: PaymentsContext, shopper: Shopper, input: OrderInput): Promise<Payout> {
  const { site, terms, externalId, cardFacts } = input
  if (input.card?.from !== 'stored')
    throw refuse('payout_card_missing', { field: input.card ? 'cardNumber' : 'cardId' })
  const known = externalId && (await findOrderByExternalId(ctx.db, site.id, externalId))
  if (known) {
    const { id, status } = known
    throw refuse('order_exists', {
      field: 'externalOrderId',
      orderId: id.toString(),
      externalOrderId: externalId,
      status,
    })
  }
  const { cardId } = input.card
  const card = await chooseCard(ctx.db, ctx.clock.now(), { site, shopperId: shopper.id, cardId })
  const orderId = ref('order')
  // If another request opens the same order at this moment, it is found when everything is read again.
  const alongside = (now: Instant) => opening(now, orderId, input, { whenTaken: 'stale' })
  const { amount } = terms
  const description = input.description ?? ''
  return recordPayoutIntent(ctx, {
    site,
    shopper,
    card: cardFacts ? { ...card, facts: cardFacts } : card,
    amount,
    description,
    ip: input.ip,
    orderId,
    alongside,
    begun: (payoutId) => input.alongside?.(orderId, payoutId) ?? [],
  })
}
