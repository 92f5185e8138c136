import { isBilledAgain } from '#acquiring/orders'
import type { Payment } from '#acquiring/payments'
import { isExpired, type StoredCard } from '#acquiring/shoppers'
import type { DeclineReason } from '#connectors/acquirer/port.ts'
import { type FieldError, nothingTyped, type SavedCard, type Typed } from '#core/pages'
import { aboutOf, dayOf, endsLaterOn, foreseen, owedBy, paidUntilOf } from './about-of.ts'
import type { Beside } from './beside.ts'
import type { SubscriptionsContext } from './context.ts'
import { cardOnFile, nextPayments, pastPayments, shown } from './facts-of.ts'
import type { CardChangeResult, CardPage, OverviewPage, SubscriptionPage } from './pages/view.ts'
import { attemptOf, formName, linkStateOf, proofsOf, todayOf, type Visit } from './visit.ts'

/** Where the pages of a visit are; each carries the language of the page. */
export type Addresses = {
  overview: string
  card: string
  cancel: string
  keep: string
  newLink: string
  invoice(id: bigint): string
}

export type Requested = 'overview' | 'card' | 'cancel'
export type Again = { typed: Typed; errors: readonly FieldError[]; decline?: DeclineReason | undefined }

/**
 * The page for the shopper: the address names what they want to see, and the status of the subscription decides what
 * they can see. Undefined: that page is not available, and the overview says why.
 */
export function pageOf(
  ctx: SubscriptionsContext,
  visit: Visit,
  {
    requested,
    addresses,
    again,
    usedNow,
    beside,
  }: { requested: Requested; addresses: Addresses; again?: Again; usedNow: string; beside: Beside },
): SubscriptionPage | undefined {
  const status = linkStateOf(visit)
  const goesOn = status !== 'waiting' && status !== 'neverBegan' && status !== 'ended'
  if (requested === 'overview') {
    if (status === 'proving') return { kind: 'waiting', for: 'proof', refreshSeconds }
    return { ...overviewPage(ctx, visit, addresses, goesOn), beside }
  }
  if (!goesOn) return undefined
  if (requested === 'cancel') {
    const until = endsLaterOn(ctx, visit)
    return {
      kind: 'cancel',
      about: aboutOf(ctx, visit),
      action: addresses.cancel,
      back: addresses.overview,
      paidUntil: paidUntilOf(ctx, visit),
      later: until && { until },
      next: nextPayments(ctx, visit).slice(0, nextShown),
    }
  }
  switch (status) {
    case 'proving':
      return undefined
    case 'challenging':
      return { kind: 'challenge', ...challengeOf(visit)! }
    case 'charging':
      return { kind: 'waiting', for: 'charge', refreshSeconds }
    default:
      return mayChangeCard(visit) ? cardPage(ctx, visit, { addresses, again, usedNow }) : undefined
  }
}
const refreshSeconds = 3
/** How many payments to come are shown beside the choice to cancel. */
const nextShown = 3

const challengeOf = (visit: Visit) => proofsOf(visit).find(({ status }) => status === 'challenging')?.challenge

function overviewPage(
  ctx: SubscriptionsContext,
  visit: Visit,
  addresses: Addresses,
  goesOn: boolean,
): Omit<OverviewPage, 'beside'> {
  return {
    kind: 'overview',
    about: aboutOf(ctx, visit),
    result: resultOf(ctx, visit, addresses),
    card: cardOnFile(visit),
    next: goesOn ? nextPayments(ctx, visit) : [],
    past: pastPayments(visit, addresses.invoice),
    changeCard: goesOn && mayChangeCard(visit) ? addresses.card : undefined,
    cancel: goesOn ? addresses.cancel : undefined,
    takeBack: goesOn ? takeBackOf(ctx, visit, addresses) : undefined,
  }
}

/** A card that is not charged any more cannot be of use. */
const mayChangeCard = ({ site, order }: Visit): boolean => site.active && isBilledAgain(order)

/** What the shopper has cancelled they can keep, at the price of the next payment. */
function takeBackOf(ctx: SubscriptionsContext, visit: Visit, { keep }: Addresses): OverviewPage['takeBack'] {
  const { order } = visit
  if (order.plannedEnd?.by !== 'shopper') return undefined
  const [next] = foreseen(ctx, { ...visit, order: { ...order, plannedEnd: undefined } }, { count: 1 })
  return next && { action: keep, next: { on: dayOf(visit, next.at), amount: next.amount } }
}

/** How long the page shows the result of a card change. */
const resultFor = { minutes: 15 }

/** The result of the last card that was tried, while it is recent. */
function lastProof(ctx: SubscriptionsContext, visit: Visit): Payment | undefined {
  const last = proofsOf(visit).at(-1)
  const isNew = last && Temporal.Instant.compare(ctx.clock.now(), last.createdAt.add(resultFor)) < 0
  return isNew ? last : undefined
}

function resultOf(ctx: SubscriptionsContext, visit: Visit, addresses: Addresses): CardChangeResult | undefined {
  const status = linkStateOf(visit)
  if (status === 'challenging') return { is: 'bankWaits', goOn: addresses.card }
  const proof = lastProof(ctx, visit)
  if (!proof || status === 'ended') return undefined
  if (proof.status === 'failed') return { is: 'refused', reason: reasonOf(proof) }
  if (proof.status !== 'verified') return undefined
  const debt = visit.payments.findLast(({ id, period }) => period !== undefined && id > proof.id)
  const card = shown(proof.card)
  if (status === 'charging') return { is: 'paying', refreshSeconds }
  if (!debt) return { is: 'changed', card }
  return debt.status === 'failed'
    ? { is: 'unpaid', reason: reasonOf(debt) }
    : { is: 'paid', card, amount: debt.captured }
}

/** A payment that never reached the acquirer failed by its fault, not by the card's. */
const reasonOf = ({ declineReason }: Payment): DeclineReason => declineReason ?? 'provider_error'

function cardPage(
  ctx: SubscriptionsContext,
  visit: Visit,
  { addresses, again, usedNow }: { addresses: Addresses; again: Again | undefined; usedNow: string },
): CardPage {
  const today = todayOf(ctx, visit)
  const owed = owedBy(visit)
  const proof = lastProof(ctx, visit)
  // The card that is billed already can only be of use when something is open.
  const cards = visit.cards.filter(({ id }) => owed !== undefined || id !== visit.order.cardId)
  return {
    kind: 'card',
    about: aboutOf(ctx, visit),
    action: addresses.card,
    back: addresses.overview,
    attempt: attemptOf(visit),
    puzzle: ctx.velocity.puzzle(formName(visit)),
    owed,
    savedCards: cards.map((card) => savedCard(card, today, card.id === visit.order.cardId ? usedNow : undefined)),
    saveCard: 'implied',
    terms: {},
    errors: again?.errors ?? [],
    typed: again?.typed ?? { ...nothingTyped, card: 'new' },
    decline: again ? again.decline : proof?.status === 'failed' ? reasonOf(proof) : undefined,
    today,
  }
}

const savedCard = (card: StoredCard, today: Temporal.PlainDate, note: string | undefined): SavedCard => ({
  id: card.id.toString(),
  ...shown(card),
  expiryMonth: card.expiryMonth,
  expiryYear: card.expiryYear,
  expired: isExpired(card, today),
  note,
})
