import assert from 'node:assert/strict'
import { type LinkState, linkPath } from '#acquiring/links'
import { payloadText, resultForm } from '#acquiring/notifications'
import { cardUse, firstAmount, isBilledLater, type NewOrder, noticeOf, type Order, schedule } from '#acquiring/orders'
import { type Payment, publicStatusSince } from '#acquiring/payments'
import { cardsOf, isExpired, type StoredCard } from '#acquiring/shoppers'
import { selfServiceUrl } from '#acquiring/subscriptions'
import type { DeclineReason } from '#connectors/acquirer/port.ts'
import type { Site } from '#core/directory'
import { brandRules, type CardBrand, type CardShown, type FieldError, type SavedCard, type Typed } from '#core/pages'
import type { Instant } from '#kernel/base/clock.ts'
import type { Addresses } from './addresses.ts'
import type { CheckoutContext } from './context.ts'
import type {
  CheckoutPage,
  ClosedPage,
  OrderSummary,
  PayMode,
  PayPage,
  ReceiptPage,
  StoreReturn,
  Terms,
} from './pages/view.ts'
import { chosenCard, signingKey } from './session.ts'
import { attemptOf, formName, isWayBackOver, paidBy, stateOf, todayOf, type Visit } from './visit.ts'
import { walletsOf } from './wallets-of.ts'
import { wantedOfVisit, wordsOf } from './wanted-fields.ts'

/** What was typed of the card and of the shopper, and what is wrong with it. */
type Mistyped = { typed: Typed; facts: Readonly<Record<string, unknown>>; errors: FieldError[] }

/** What the shopper is shown: the visit's state decides, and nothing else. */
export async function pageOf(
  ctx: CheckoutContext,
  visit: Visit,
  addresses: Addresses,
  typed?: Mistyped,
): Promise<CheckoutPage> {
  const { attempts, session, link } = visit
  const orderReference = referenceOf(visit)
  switch (stateOf(visit)) {
    case 'payable':
      return link && link.state !== 'open' ? closedLink(link.state) : payPage(ctx, visit, addresses, typed)
    case 'processing':
      return { kind: 'processing', refreshSeconds: 3, amount: attempts.at(-1)!.amount, orderReference }
    case 'challenging':
      return { kind: 'challenge', ...attempts.at(-1)!.challenge! }
    case 'paid':
      return receiptPage(ctx, visit, addresses)
    case 'declined':
      return {
        kind: 'declined',
        reason: reasonOf(attempts.at(-1)!),
        orderReference,
        back: backOf(ctx, visit, addresses),
      }
    case 'expired':
    case 'cancelled':
      return { kind: session.endReason ?? 'expired', orderReference, back: backOf(ctx, visit, addresses) }
    case 'over':
      return { kind: 'already-paid', orderReference, back: backOf(ctx, visit, addresses) }
  }
}

/** A link's order has no number that its shopper knows. */
const referenceOf = ({ order, link }: Visit): string | undefined => (link ? undefined : order.externalId)

/** Of a link by which nothing can be paid now. */
export const closedLink = (state: Exclude<LinkState, 'open'>): ClosedPage => ({
  kind: 'unavailable',
  because: state === 'used-up' ? 'usedUp' : state,
  orderReference: undefined,
  back: undefined,
})

async function payPage(ctx: CheckoutContext, visit: Visit, addresses: Addresses, typed?: Mistyped): Promise<PayPage> {
  const { session, site, order, attempts } = visit
  assert(order.mode !== 'credit', 'no page is shown of an order that pays out')
  // A link may have been forwarded, so it shows no stored cards.
  const stored = visit.link ? [] : await cardsOf(ctx.db, order.shopperId)
  // The number of a wallet's device pays only with the wallet itself.
  const cards = stored.filter(({ wallet }) => wallet === undefined)
  const last = attempts.at(-1)
  const today = todayOf(ctx, site)
  // The store may suggest a card; if it is not a valid card of this shopper, they choose themselves.
  const chosen = cards.find((card) => card.id === chosenCard(session.options) && !isExpired(card, today))
  return {
    kind: 'pay',
    action: addresses.pay,
    cancel: wayOutOf(ctx, visit) === undefined ? undefined : addresses.cancel,
    attempt: attemptOf(visit),
    mode: modes[order.mode],
    amount: firstAmount(order),
    order: summaryOf(order, referenceOf(visit)),
    terms: termsOf(order, today, site),
    savedCards: cards.map((card) => savedCard(card, today)),
    removable: addresses.remove ? await removable(ctx, cards, addresses.remove) : [],
    saveCard: session.options.saveCard,
    customerFields: wantedOfVisit(visit, typed?.facts ?? {}),
    words: wordsOf(site),
    wallets: await walletsOf(ctx, visit, addresses.wallets),
    decline:
      last?.status === 'failed'
        ? { reason: reasonOf(last), attemptsLeft: site.attemptsMax - order.attempts }
        : undefined,
    errors: typed?.errors ?? [],
    puzzle: ctx.velocity.puzzle(formName(visit)),
    today,
    typed: typed?.typed ?? {
      card: chosen?.id.toString(),
      cardExpiry: undefined,
      cardHolderName: undefined,
      saveCard: undefined,
    },
  }
}

/** Those that no subscription is billed with: it has a page on which its card is changed first. */
async function removable(ctx: CheckoutContext, cards: readonly StoredCard[], address: (id: string) => string) {
  const billed = await cardUse(ctx).subscriptionsOf(cards)
  return cards.filter(({ id }) => !billed.has(id)).map(({ id }) => ({ id: String(id), action: address(String(id)) }))
}

const modes: Readonly<Record<Exclude<Order['mode'], 'credit'>, PayMode>> = {
  authAndCapture: 'take',
  auth: 'reserve',
  verifyCard: 'verify',
}

function receiptPage(ctx: CheckoutContext, visit: Visit, addresses: Addresses): ReceiptPage {
  const { order, site, attempts } = visit
  const payment = paidBy(attempts)!
  const at = (payment.approvedAt ?? payment.createdAt).toZonedDateTimeISO(site.timeZone)
  return {
    kind: payment.type === 'verify-card' ? 'verified' : payment.capturesAtOnce ? 'paid' : 'authorized',
    amount: payment.amount,
    order: summaryOf(order, referenceOf(visit)),
    terms: termsOf(order, at.toPlainDate(), site),
    reference: String(payment.id),
    at,
    card: { ...shown(payment.card), wallet: payment.card.wallet?.type },
    cardSaved: payment.cardId !== undefined,
    descriptor: site.merchantName,
    manage: manageUrl(ctx, visit, at.toInstant()),
    back: visit.link ? undefined : backOf(ctx, visit, addresses),
  }
}

/**
 * The link is for the shopper who has just paid. The address of a receipt lives on in stores and histories, so after a
 * day it no longer shows a fresh one.
 */
function manageUrl(ctx: CheckoutContext, { order, session }: Visit, paidAt: Instant): string | undefined {
  const now = ctx.clock.now()
  const isFresh = Temporal.Instant.compare(now, paidAt.add(manageOffered)) < 0
  if (!isFresh || !isBilledLater(order)) return undefined
  return selfServiceUrl(ctx, { orderId: order.id, now, language: session.options.language }).url
}
const manageOffered = { hours: 24 }

type Requested = Omit<NewOrder, 'shopperId'>

/** Summarizes an order, placed or only requested, for a page. */
export const summaryOf = (order: Requested, reference: string | undefined): OrderSummary => ({
  reference,
  description: order.items.length > 0 ? undefined : order.description,
  lines: order.items.map(({ name, description, units, vatPercent, unitPrice, total }) => ({
    name,
    description,
    units,
    vatPercent,
    unitPrice,
    total,
  })),
  total: order.amount,
})

/** What is agreed beyond today: counted from `start`, the day of the first charge, in the site's calendar. */
export function termsOf(order: Requested, start: Temporal.PlainDate, site: Site): Terms | undefined {
  if (!isBilledLater(order)) return undefined
  if (order.type === 'managed' || !order.interval) return { kind: 'managed' }
  const { unit, count } = order.interval
  const from = start.toZonedDateTime(site.timeZone).toInstant()
  const billingPeriods = schedule({ ...order, calendar: undefined, nextPeriod: 1 }, site, {
    from,
    limit: upcomingShown,
  })
  return {
    kind: 'recurring',
    amount: order.amount,
    every: { type: unit, value: count },
    trial: order.trialAmount,
    upcoming: billingPeriods.map(({ at }) => at.toZonedDateTimeISO(site.timeZone).toPlainDate()),
  }
}
const upcomingShown = 3

const savedCard = (card: StoredCard, today: Temporal.PlainDate): SavedCard => ({
  id: card.id.toString(),
  ...shown(card),
  expiryMonth: card.expiryMonth,
  expiryYear: card.expiryYear,
  expired: isExpired(card, today),
})

const shown = ({ brand, last4 }: { brand: string; last4: string }): CardShown => ({
  brand: Object.hasOwn(brandRules, brand) ? (brand as CardBrand) : undefined,
  lastFour: last4,
})

/** A payment that never reached the acquirer failed by its fault, not by the card's. */
const reasonOf = (payment: Payment): DeclineReason => payment.declineReason ?? 'provider_error'

/** Where the browser takes the result: the request names it, or the site does. No page waits for that of a link. */
export const storeOf = ({ order, site, link }: Visit): string | undefined =>
  link ? undefined : (order.backUrl ?? site.backUrl)

/** Where a shopper goes who leaves without paying: to the store, or to the link they came by. */
const wayOutOf = ({ publicUrl }: CheckoutContext, visit: Visit): string | undefined =>
  visit.link ? `${publicUrl}${linkPath(visit.link)}` : storeOf(visit)

/** The way back leads through our own address, which seals a fresh result for the store. */
const backOf = (ctx: CheckoutContext, visit: Visit, { back }: Addresses): StoreReturn | undefined =>
  wayOutOf(ctx, visit) && !isWayBackOver(ctx, visit) ? { url: `${ctx.publicUrl}${back}` } : undefined

/**
 * Sends the browser back to the store, with the result if there is one (wire fact 1.8). A shopper who leaves before any
 * attempt returns without a result: there is no transaction to report. The way to a store begins on a page of its own, since
 * the page with the cancel button allows its forms to go to us alone; a link is ours. Undefined: there is no store to return
 * to, the way back has ended, or the outcome is still open.
 */
export async function returnOf(
  ctx: CheckoutContext,
  visit: Visit,
): Promise<CheckoutPage | { goTo: string } | undefined> {
  const { order, site, shopper, attempts } = visit
  const url = wayOutOf(ctx, visit)
  const state = stateOf(visit)
  if (!url || isWayBackOver(ctx, visit) || ['payable', 'processing', 'challenging'].includes(state)) return undefined
  if (visit.link) return state === 'paid' ? undefined : { goTo: linkPath(visit.link) }
  const payment = attempts.at(-1)
  if (!payment) return { kind: 'return', url, fields: undefined }
  const [key, since] = await Promise.all([
    ctx.directory.sealingKey(site.id, async () => signingKey(visit.session)),
    publicStatusSince(ctx.db, payment),
  ])
  const text = payloadText(noticeOf(order, payment, shopper, since))
  return { kind: 'return', url, fields: resultForm(key!, text) }
}
