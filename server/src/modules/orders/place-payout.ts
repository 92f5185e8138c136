import { decide, ref, StaleWrite } from '#kernel/commit.ts'
import { askPayout, type Payment, type PaymentsHouse, promisePayout } from '#payments'
import type { Shopper } from '#shoppers'
import { chooseCard } from './choose-card.ts'
import { isOpenedAlready, opening } from './new-order.ts'
import type { Order } from './order.ts'
import type { OrderWish } from './place-order.ts'
import { refuse } from './refusals.ts'
import { findOrderByExternalId, getOrder } from './store.ts'

/**
 * An order of type credit: money that the site owes a customer goes to their card (wire fact 3.1, payout). The order and
 * the promise of its payout are one commit, so a payout that is refused leaves no order behind, and an order is one payout:
 * its external id sent again is refused, whatever became of it.
 */
export async function placePayout(
  house: PaymentsHouse,
  shopper: Shopper,
  wish: OrderWish,
): Promise<{ order: Order; payment: Payment }> {
  const promised = await decide(() => promise(house, shopper, wish)).catch((error: unknown) => {
    throw error instanceof StaleWrite ? refuse('payout_under_way') : error
  })
  const payment = await askPayout(house, promised)
  return { order: await getOrder(house.db, payment.orderId), payment }
}

async function promise(house: PaymentsHouse, shopper: Shopper, wish: OrderWish): Promise<Payment> {
  const { site, terms, externalId } = wish
  if (wish.card?.from !== 'stored') throw refuse('payout_card_missing', { field: wish.card ? 'cardNumber' : 'cardId' })
  const known = externalId && (await findOrderByExternalId(house.db, site.id, externalId))
  if (known) {
    const { id, status } = known
    throw refuse('order_exists', {
      field: 'externalOrderId',
      orderId: id.toString(),
      externalOrderId: externalId,
      status,
    })
  }
  const now = house.clock.now()
  const { cardId } = wish.card
  const card = await chooseCard(house.db, now, { site, shopperId: shopper.id, cardId })
  const orderId = ref('order')
  const alongside = opening(now, orderId, wish)
  const { amount } = terms
  try {
    const description = wish.description ?? ''
    return await promisePayout(house, { site, shopper, card, amount, description, ip: wish.ip, orderId, alongside })
  } catch (error) {
    // Somebody else opened the very same order at this moment.
    throw isOpenedAlready(error) ? new StaleWrite('the order was opened meanwhile', { cause: error }) : error
  }
}
