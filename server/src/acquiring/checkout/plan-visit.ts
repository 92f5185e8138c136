import { randomUUID } from 'node:crypto'
import type { OrderId } from '#acquiring/ids'
import { type NewOrder, planOrder } from '#acquiring/orders'
import type { CheckoutRequest } from '#acquiring/requests'
import { planShopper } from '#acquiring/shoppers'
import { type Site, type SiteId, siteOwner } from '#core/directory'
import type { Language } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney } from '#kernel/base/money.ts'
import { announce, insert, type Ref, ref, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import { endOfSession, type SessionOptions } from './session.ts'

/** Of the site that the page is of. */
type Hosting = Pick<Site, 'id' | 'sessionMinutes'>

/** Shopper, order and session of a visit, as writes for one commit. */
export function planVisit(
  now: Instant,
  site: Hosting,
  request: CheckoutRequest,
  options: SessionOptions,
  { keepsKnown }: { keepsKnown?: boolean } = {},
): { writes: Write[]; order: Ref; session: Ref } {
  const siteId = site.id
  const [shopper, order, session] = [ref('shopper'), ref('order'), ref('session')]
  // A guest is a new shopper each time, so no stored cards are shown to them.
  const customer = request.customer ?? { ...noFacts, identifier: `guest-${randomUUID()}` }
  const newOrder = toOrder(siteId, request)
  const writes: Write[] = [
    planShopper(now, shopper, siteId, { ...customer, keepsKnown }),
    planOrder(now, order, { ...newOrder, shopperId: shopper }),
    planSession(now, session, site, order, options),
    announce('orderOpened', {
      owner: siteOwner(siteId),
      subjectId: order,
      body: { amount: formatMoney(newOrder.amount), currency: newOrder.amount.currency, type: newOrder.type },
      subject: undefined,
    }),
  ]
  return { writes, order, session }
}

export const planSession = (
  now: Instant,
  as: Ref,
  site: Hosting,
  orderId: OrderId | Ref,
  options: SessionOptions,
): Write =>
  insert(
    'checkout.sessions',
    {
      site_id: site.id,
      order_id: orderId,
      status: 'open',
      options: jsonb(options),
      created_at: now,
      due_at: endOfSession(site, options, now),
    },
    // An order of the API has none; forms for it that come at once are decided again.
    { as, onDuplicate: { sessions_order_id_key: 'stale' } },
  )

/** What the store requested of the page. */
export function sessionOptions(request: CheckoutRequest, language: Language | undefined): SessionOptions {
  const implied = request.order.type !== 'purchase' || (request.mode === 'verifyCard' && request.saveCard)
  return {
    saveCard: implied ? 'implied' : request.saveCard ? 'ticked' : 'not offered',
    ...(request.storedCardId !== undefined && { storedCardId: request.storedCardId.toString() }),
    ...(language && { language }),
    ...(request.order.expiresAt && { expiresAt: request.order.expiresAt.toString() }),
    ...(request.threeDSecure && { browser: request.threeDSecure.browser }),
  }
}

/** The order for a checkout request. */
export function toOrder(
  siteId: SiteId,
  { order, mode, customData, invoiceEmail, backUrl, transactionOption }: CheckoutRequest,
): Omit<NewOrder, 'shopperId'> {
  return {
    siteId,
    externalId: order.externalId,
    type: order.type,
    mode,
    amount: order.amount,
    trialAmount: order.trialAmount,
    description: order.description ?? order.items.map((item) => `${item.units} × ${item.name}`).join(', '),
    items: order.items,
    tags: order.tags,
    level3: order.level3,
    option: transactionOption,
    customData,
    invoiceEmail,
    backUrl,
    interval: order.interval,
    firstBillAt: order.firstBillAt?.at,
    retryPayment: order.retryPayment?.text,
  }
}

const noFacts = {
  email: undefined,
  firstName: undefined,
  lastName: undefined,
  country: undefined,
  state: undefined,
  city: undefined,
  address: undefined,
  zipCode: undefined,
  phone: undefined,
  tags: [],
}
