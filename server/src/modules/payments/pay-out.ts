import { randomUUID } from 'node:crypto'
import type { FollowAnswer } from '#connectors/acquirer/acquirer.ts'
import type { Site } from '#directory'
import type { Instant } from '#kernel/clock.ts'
import { AlreadyThere, commit, decide, insert, Ref, ref, StaleWrite, update, type Write } from '#kernel/commit.ts'
import type { OrderId, PaymentId } from '#kernel/ids.ts'
import { formatMoney, type Money, money } from '#kernel/money.ts'
import { findCard, findShopper, type Shopper, type StoredCard } from '#shoppers'
import { shownStored } from './authorize-payment.ts'
import { answerOrNothing, type PaymentsHouse, resolveAfter } from './house.ts'
import { amendPayment, type Moved, movePayment } from './move-payment.ts'
import { descriptorOf, type Payment, untouched } from './payment.ts'
import { payoutStates } from './payout-states.ts'
import { type Purse, purseOf } from './purse.ts'
import { refuse } from './refusals.ts'
import { toRow } from './row.ts'
import { getPayment, hasPaidWith } from './store.ts'

export type PayoutWish = {
  site: Site
  shopper: Pick<Shopper, 'id'>
  card: StoredCard
  amount: Money
  description: string
  ip: string | undefined
  /** The order that the payout is of; `alongside` may insert it. */
  orderId: OrderId | Ref
  alongside: readonly Write[]
}

/**
 * Promises to send money to a customer's stored card (wire fact 3.1, payout). It is refused when the operator has not
 * allowed the site to pay out, when it is more than the site's limit, when the customer has never paid with the card here
 * in this currency, and when what is owed to the merchant, less what is promised away already, does not cover it.
 *
 * One try: throws `StaleWrite` when another payout of the merchant was promised meanwhile, and everything has to be read
 * again. The acquirer is asked by `askPayout`, after the commit.
 */
export async function promisePayout(house: PaymentsHouse, wish: PayoutWish): Promise<Payment> {
  const { site, amount, orderId } = wish
  if (!site.payoutsAllowed) throw refuse('payout_not_allowed', { field: 'orderType' })
  if (amount.minor > site.payoutMaxMinor) {
    const most = formatMoney(money(site.payoutMaxMinor, amount.currency))
    throw refuse('payout_too_large', { field: 'amount', most, currency: amount.currency })
  }
  await refuseUnproven(house, wish)
  const purse = await purseOf(house.db, { merchantId: site.merchantId, currency: amount.currency })
  if (amount.minor > purse.free.minor) throw notCovered(purse)
  const now = house.clock.now()
  const payment = newPayout(now, wish)
  const as = ref('payout')
  const writes = [
    ...wish.alongside,
    insert('payments.payments', toRow({ ...payment, orderId }), { as }),
    insert('payments.moves', {
      payment_id: as,
      action: 'start',
      from_status: null,
      to_status: payment.status,
      minor: amount.minor,
      moved_at: now,
    }),
  ]
  const ids = await commitInTurn(house, now, purse, writes)
  const ofOrder = orderId instanceof Ref ? ids<OrderId>(orderId) : orderId
  return { ...payment, orderId: ofOrder, id: ids<PaymentId>(as), version: 1 }
}

/**
 * Sends what was promised, and writes down the answer. It may be called again: the promise's own key makes a second ask
 * of the same payout no second payout. When the card is gone meanwhile, nothing is sent.
 */
export async function askPayout(house: PaymentsHouse, promised: Payment): Promise<Payment> {
  const { shopperId, siteId, cardId, key, amount } = promised
  const [site, shopper, card] = await Promise.all([
    house.directory.site(siteId),
    findShopper(house.db, shopperId),
    findCard(house.db, shopperId, cardId!),
  ])
  if (!card) return promised
  const pan = await house.vault.open({ merchantId: promised.merchantId, token: card.vaultToken })
  const { expiryMonth, expiryYear, holderName } = card
  const answer = await answerOrNothing<FollowAnswer>(
    house.acquirer.payOut({
      key,
      amount,
      card: { pan, cvv: undefined, expiryMonth, expiryYear, holderName },
      descriptor: descriptorOf(site!.merchantName),
      shopper: { email: shopper?.email, country: shopper?.country },
    }),
  )
  return settlePayout(house, promised, answer)
}

/** Writes down what became of a payout; `undefined` is a lost answer, which decides nothing. */
export async function settlePayout(
  house: PaymentsHouse,
  known: Payment,
  answer: FollowAnswer | undefined,
): Promise<Payment> {
  return decide(async () => {
    const payment = await getPayment(house.db, known.id)
    if (!payment.ask || payment.ask.key !== known.ask?.key) return payment
    // That the answer is lost, or not there yet, is news only to a payout that still waits for it.
    const isNews = answer !== undefined && answer.outcome !== 'pending'
    if (!isNews && payment.status !== 'crediting') return payment
    const now = house.clock.now()
    const moved = planPayoutAnswer(now, payment, answer)
    await commit(house, now, moved.writes)
    return moved.payment
  })
}

/** What an answer makes of a payout. */
export function planPayoutAnswer(now: Instant, payment: Payment, answer: FollowAnswer | undefined): Moved {
  const settled = { ask: undefined, dueAt: undefined, dueTries: 0 }
  const dueAt = now.add(resolveAfter)
  switch (answer?.outcome) {
    case 'done': {
      const { reference } = answer
      const taken = { captured: payment.amount, capturedAt: now, approvedAt: now }
      return movePayment(now, payment, 'credit', { ...settled, ...taken, reference })
    }
    case 'declined': {
      const { reason: declineReason, reference } = answer
      return movePayment(now, payment, 'decline', { ...settled, declineReason, reference })
    }
    case 'pending':
      return amendPayment(payment, { reference: answer.reference, dueAt })
    case undefined:
      return movePayment(now, payment, 'loseAnswer', { dueAt })
  }
}

/** Money goes only where the customer's own came from: a card they have paid with, in the same currency (wire fact 3.1). */
async function refuseUnproven(house: PaymentsHouse, { site, shopper, card, amount }: PayoutWish): Promise<void> {
  const { fingerprint } = card
  const { currency } = amount
  if (await hasPaidWith(house.db, { siteId: site.id, shopperId: shopper.id, fingerprint, currency })) return
  throw refuse('payout_card_unproven', { field: 'cardId', currency })
}

const notCovered = ({ free }: Purse) =>
  refuse('payout_not_covered', { field: 'amount', most: formatMoney(free), currency: free.currency })

/** Nobody has promised anything out of the purse since it was read, or nothing is written. */
async function commitInTurn(house: PaymentsHouse, now: Instant, { id, version }: Purse, writes: readonly Write[]) {
  const turn =
    version === 0
      ? insert('payments.purses', { id, version: 1 })
      : update('payments.purses', { set: { version: version + 1 }, where: { id, version } })
  try {
    return await commit(house, now, [turn, ...writes])
  } catch (error) {
    if (error instanceof AlreadyThere && error.constraint === 'purses_pkey')
      throw new StaleWrite(error.message, { cause: error })
    throw error
  }
}

function newPayout(now: Instant, { site, shopper, card, amount, description, ip }: PayoutWish) {
  const key = randomUUID()
  return {
    ...untouched(amount),
    key,
    type: 'credit',
    source: 'service-call',
    status: payoutStates.initial,
    merchantId: site.merchantId,
    siteId: site.id,
    shopperId: shopper.id,
    period: undefined,
    capturesAtOnce: false,
    description,
    card: shownStored(card),
    cardId: card.id,
    storesToken: undefined,
    byShopper: false,
    ip,
    ask: { key, kind: 'credit', minor: amount.minor },
    createdAt: now,
    dueAt: now.add(resolveAfter),
  } satisfies Omit<Payment, 'id' | 'version' | 'orderId'>
}
