import assert from 'node:assert/strict'
import type { OrderId, ShopperId, StoredCardId } from '#acquiring/ids'
import {
  authorizePayment,
  type NewPayment,
  type Payment,
  type PaymentsContext,
  type Payout,
  recordPaymentIntent,
  sendPayment,
} from '#acquiring/payments'
import { type CardFacts, findShopper, type NetworkTransaction, type Shopper } from '#acquiring/shoppers'
import { isSameOption, requestsSomething } from '#acquiring/terms'
import type { Initiator } from '#connectors/acquirer/port.ts'
import type { Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, type Ref, ref, StaleWrite, type Write } from '#kernel/db/commit/commit.ts'
import { followEvents, withKnown } from '#kernel/db/commit/with-known.ts'
import { chooseCardToBill, chooseCardToPay, initiatorOf } from './choose-card.ts'
import { newOrder, opening } from './new-order.ts'
import { firstAmount, firstPaymentDescription, isBilledLater, type NewOrder, type Order, requestedOf } from './order.ts'
import { placePayout } from './place-payout.ts'
import { OrderExists } from './plan-order.ts'
import { refuse } from './refusals.ts'
import { newlyStored } from './row.ts'
import { findOrderByExternalId, getOrder } from './store.ts'
import type { Terms } from './terms.ts'
import { guardOrder } from './transition-order.ts'

export type OrderInput = {
  site: Site
  shopperId: ShopperId
  terms: Terms
  /** The store's own number; made up where the store has none. */
  externalId: string | undefined
  description: string | undefined
  /** Absent: the order is opened, and nothing is charged. */
  card: CardInput | undefined
  /** Of the cardholder, as the store sent them. */
  cardFacts?: CardFacts | undefined
  ip: string | undefined
  /** Present: the shopper is present and can be sent to their bank. */
  threeDSecure?: NewPayment['threeDSecure']
  details?: Partial<Pick<NewOrder, 'items' | 'tags' | 'level3' | 'option' | 'customData' | 'invoiceEmail' | 'backUrl'>>
  /** Written with the order, or with the intent of another attempt at it: such as an idempotency key. */
  alongside?: (orderId: OrderId | Ref, paymentId: Ref | typeof noPayment) => readonly Write[]
}

/** The result of an idempotency key whose commit has begun no payment. */
export const noPayment = 'none'
export type CardInput =
  /**
   * Without the shopper's browser this is a merchant-initiated payment, which needs the network's id of the first one.
   */
  | { from: 'stored'; cardId: StoredCardId; networkTransaction: NetworkTransaction | undefined }
  /**
   * The shopper's own payment; where their bank wants to see them it is softly declined. A card that is billed later is
   * stored whatever `save` says.
   */
  | {
      from: 'typed'
      brand: string
      details: Extract<NewPayment['card'], { from: 'typed' }>['details']
      save: boolean
      /** Of a card that was tokenized elsewhere: its payment without the shopper refers to it. */
      networkTransaction?: NetworkTransaction | undefined
    }

export type Placed = { order: Order; payment: Payment | Payout | undefined }

/**
 * Opens an order and makes its first payment: by a stored card, by card data, or none. The same external id sent again
 * while the order waits to be paid is another attempt at that order, as a soft decline asks for; once it is paid, or
 * for another amount or customer, it is refused. A declined payment is an outcome, and is returned with the order.
 */
export async function placeOrder(ctx: PaymentsContext, input: OrderInput): Promise<Placed> {
  if (!input.site.active) throw refuse('site_inactive', { field: 'siteId' })
  const shopper = await findShopper(ctx.db, input.shopperId)
  if (shopper?.siteId !== input.site.id || shopper.removed) throw refuse('customer_not_found', { field: 'customerId' })
  if (input.terms.type === 'credit') return placePayout(ctx, shopper, input)
  const paying = await payingWith(ctx, input)
  return (await openOrder(ctx, shopper, input, paying)) ?? (await placeAgain(ctx, shopper, input, paying))
}

type Paying = { card: NewPayment['card']; initiator: Initiator }

/** Refuses everything that can be wrong with the card before there is an order. */
async function payingWith({ db, clock }: PaymentsContext, { site, shopperId, terms, ...input }: OrderInput) {
  if (!input.card) {
    if (terms.mode === 'verifyCard') throw refuse('card_missing', { field: 'cardId' })
    return undefined
  }
  if (input.card.from === 'typed') {
    const { save, networkTransaction, ...typed } = input.card
    const store = save || isBilledLater(terms)
    const card = { ...typed, store, facts: input.cardFacts }
    const agreement = { type: terms.type, networkTransaction }
    const alone = !input.threeDSecure && terms.mode !== 'verifyCard'
    const mit = alone ? initiatorOf(agreement, {}) : undefined
    return { card, initiator: mit ?? { type: 'cit', storesCard: store } } satisfies Paying
  }
  const { cardId, networkTransaction } = input.card
  const choice = { site, shopperId, cardId }
  if (input.threeDSecure) {
    const card = await chooseCardToPay(db, clock.now(), choice)
    return {
      card: { from: 'stored', card, facts: input.cardFacts },
      initiator: { type: 'cit', storesCard: false },
    } satisfies Paying
  }
  const agreement = { type: terms.type, networkTransaction }
  const { card, initiator } = await chooseCardToBill(db, clock.now(), agreement, choice)
  return { card: { from: 'stored', card, facts: input.cardFacts }, initiator } satisfies Paying
}

/** A new order, in one commit with the intent of its payment. Undefined when the site has one of this external id. */
async function openOrder(
  ctx: PaymentsContext,
  shopper: Shopper,
  input: OrderInput,
  paying: Paying | undefined,
): Promise<Placed | undefined> {
  const now = ctx.clock.now()
  const as = ref('order')
  const order = newOrder(input)
  const alongside = (at: Instant) => opening(at, as, input, { order })
  try {
    if (!paying) {
      const ids = await commit(
        ctx,
        now,
        [...alongside(now), ...(input.alongside?.(as, noPayment) ?? [])],
        'place-order',
      )
      return { order: await getOrder(ctx.db, ids<OrderId>(as)), payment: undefined }
    }
    return await payNew(ctx, { ...paying, input, shopper, order, orderId: as, alongside })
  } catch (error) {
    if (error instanceof OrderExists) return undefined
    throw error
  }
}

/**
 * The payment of an order that is opened with its intent. No other process has changed the order yet, so reactions get it
 * as it was written; the changed order comes from the events of the result, if there is one.
 */
async function payNew(ctx: PaymentsContext, { order, ...attempt }: Attempt): Promise<Placed> {
  const intent = await recordPaymentIntent(ctx, attemptedPayment({ order, ...attempt }))
  const opened = newlyStored(intent.payment.createdAt, order, intent.payment.orderId)
  const known = withKnown(ctx, { order: opened, shopper: attempt.shopper })
  const following = followEvents(known, 'paymentStatusChanged', 'orderStatusChanged')
  const payment = await sendPayment(following.ctx, intent)
  const last = following.last()
  const changed = last?.cause.payment === payment ? last.effect?.order : undefined
  return { order: changed ?? (await getOrder(ctx.db, opened.id)), payment }
}

async function placeAgain(
  ctx: PaymentsContext,
  shopper: Shopper,
  input: OrderInput,
  paying: Paying | undefined,
): Promise<Placed> {
  const order = await findOrderByExternalId(ctx.db, input.site.id, input.externalId ?? '')
  assert(order, `order ${input.externalId} of site ${input.site.id} has been opened`)
  requireSame(order, input)
  if (!paying) {
    await commit(ctx, ctx.clock.now(), input.alongside?.(order.id, noPayment) ?? [], 'place-order')
    return { order, payment: undefined }
  }
  // Nothing is requested unless the order is as it was read: neither cancelled nor tried meanwhile.
  const alongside = () => [guardOrder(order)]
  const payment = await pay(ctx, { ...paying, input, shopper, order, orderId: order.id, alongside })
  return { order: await getOrder(ctx.db, order.id), payment }
}

/** Another attempt is made at an order that was opened before if it is the same one and waits to be paid. */
function requireSame(order: Order, { shopperId, terms, details }: OrderInput): void {
  const same =
    order.shopperId === shopperId &&
    order.type === terms.type &&
    order.mode === terms.mode &&
    order.amount.currency === terms.amount.currency &&
    order.amount.minor === terms.amount.minor &&
    // Without shares it is sent again after a soft decline, which the interface words so; the order's own hold.
    (!requestsSomething(details?.option) || isSameOption(order.option, details?.option))
  if (!same || order.status !== 'start') {
    const { id, externalId: externalOrderId, status } = order
    throw refuse('order_exists', { field: 'externalOrderId', orderId: id.toString(), externalOrderId, status })
  }
}

const kinds = { auth: 'auth', authAndCapture: 'sale', verifyCard: 'verify' } as const satisfies Record<
  Exclude<Order['mode'], 'credit'>,
  NewPayment['kind']
>

type Attempt = Paying & {
  input: OrderInput
  shopper: Shopper
  order: NewOrder
} & Pick<NewPayment, 'orderId' | 'alongside'>

const pay = (ctx: PaymentsContext, attempt: Attempt): Promise<Payment> =>
  authorizePayment(ctx, attemptedPayment(attempt)).catch((error: unknown) => {
    throw error instanceof StaleWrite ? refuse('payment_in_progress') : error
  })

function attemptedPayment({ input, shopper, order, card, initiator, ...attempt }: Attempt): NewPayment {
  assert(order.mode !== 'credit', 'an order that pays out takes no payment')
  return {
    ...attempt,
    site: input.site,
    shopper,
    kind: kinds[order.mode],
    source: 'service-call',
    initiator,
    amount: firstAmount(order),
    ...requestedOf(order, firstAmount(order)),
    description: firstPaymentDescription(order),
    card,
    ip: input.ip,
    threeDSecure: input.threeDSecure,
    begun: (paymentId) => input.alongside?.(attempt.orderId, paymentId) ?? [],
  }
}
