import type { StoredCardId } from '#acquiring/ids'
import { findLinkUse, getLink, type LinkState, type LinkUse, linkStateOf } from '#acquiring/links'
import type { Order } from '#acquiring/orders'
import { endOfWayBack, isPayment, ownAttempts, type Payment, type Refund } from '#acquiring/payments'
import type { Shopper, StoredCard } from '#acquiring/shoppers'
import type { Site } from '#core/directory'
import type { CheckoutContext } from './context.ts'
import { hasExpired, linkOf, type Session } from './session.ts'
import { readSessionToken } from './session-token.ts'
import { findVisitRows } from './store.ts'

/** Everything that decides what a page of a session shows, read at one moment. */
export type Visit = {
  token: string
  session: Session
  /** The moment that the store has set for the end of the page is over. */
  hasExpired: boolean
  site: Site
  order: Order
  shopper: Shopper
  /** Oldest first; refunds, charge-backs and bills are not among them. */
  attempts: readonly Payment[]
  refunds: readonly Refund[]
  /** For a visit by a payment link: which one, its state now, and the use that is reserved or paid. */
  link: { hash: string; use: LinkUse; state: LinkState } | undefined
  /** The stored card that the form names, perhaps of another shopper; undefined when it names none that is usable. */
  card: StoredCard | undefined
}

/** The visit a token in the address bar names; undefined when it names none. */
export async function findVisit(
  ctx: CheckoutContext,
  token: string,
  cardId?: StoredCardId,
): Promise<Visit | undefined> {
  const id = readSessionToken(ctx.keys, token)
  const rows = id === undefined ? undefined : await findVisitRows(ctx.db, id, cardId)
  if (!rows) return undefined
  const { session, order, shopper, card, transactions } = rows
  const [site, link] = await Promise.all([ctx.directory.site(session.siteId), visitedLink(ctx, session)])
  const refunds = transactions.filter((one) => one.type === 'refund')
  const attempts = ownAttempts(transactions.filter(isPayment))
  return {
    token,
    session,
    hasExpired: hasExpired(session, ctx.clock.now()),
    site: site!,
    order,
    shopper,
    attempts,
    refunds,
    link: link?.(site!),
    card,
  }
}

/** Reads nothing for a visit that a store's own form began. */
async function visitedLink({ db, clock }: CheckoutContext, { options, orderId }: Session) {
  const id = linkOf(options)
  if (id === undefined) return undefined
  const [link, use] = await Promise.all([getLink(db, id), findLinkUse(db, orderId)])
  return ({ timeZone }: Site) => ({ hash: link.hash, use: use!, state: linkStateOf(link, clock.now(), timeZone) })
}

/** What the page must show, whatever address was typed and however often it is loaded. */
export type VisitState =
  | 'payable'
  | 'processing'
  | 'challenging'
  | 'paid'
  | 'declined'
  | 'expired'
  | 'cancelled'
  | 'over'

type Stated = Pick<Visit, 'session' | 'hasExpired' | 'order' | 'attempts'> & { site: Pick<Site, 'merchantStatus'> }

/** The one place that decides it. Of a merchant that closes nothing more is paid. */
export function stateOf({ session, hasExpired, site, order, attempts }: Stated): VisitState {
  const last = attempts.at(-1)
  switch (order.status) {
    case 'start':
      if (last && ['authorizing', 'uncertain', 'reversing'].includes(last.status)) return 'processing'
      if (last?.status === 'challenging') return 'challenging'
      if (session.status === 'ended') return session.endReason ?? 'expired'
      if (hasExpired) return 'expired'
      return site.merchantStatus === 'active' ? 'payable' : 'over'
    case 'complete-failed':
      if (session.endReason) return session.endReason
      return last?.status === 'failed' ? 'declined' : 'over'
    default:
      return paidBy(attempts) ? 'paid' : 'over'
  }
}

/** Whether the way back to the store has ended: its address lives on in histories, and brings no result any more. */
export function isWayBackOver({ clock }: Pick<CheckoutContext, 'clock'>, { attempts }: Pick<Visit, 'attempts'>) {
  const last = attempts.at(-1)
  return last !== undefined && Temporal.Instant.compare(clock.now(), endOfWayBack(last)) > 0
}

/** The attempt that paid the order first, unless it was reversed. */
export const paidBy = (attempts: readonly Payment[]): Payment | undefined =>
  attempts.find((payment) => ['authorized', 'capturing', 'captured', 'verified', 'cancelling'].includes(payment.status))

/** Comes with the pay form and back with it, so that one shown page pays once: it counts the attempts made before. */
export const attemptOf = ({ attempts }: Pick<Visit, 'attempts'>): string => String(attempts.length + 1)

/** The name of the shown card form: of this session and this attempt. */
export const formName = (visit: Pick<Visit, 'session' | 'attempts'>): string =>
  `checkout ${visit.session.id} ${attemptOf(visit)}`

/** The site's day: staging's clock may be elsewhere than the browser's. */
export const todayOf = (ctx: Pick<CheckoutContext, 'clock'>, site: Pick<Site, 'timeZone'>): Temporal.PlainDate =>
  ctx.clock.now().toZonedDateTimeISO(site.timeZone).toPlainDate()
