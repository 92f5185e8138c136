import { createHash } from 'node:crypto'
import { amendOrder, findOrderByExternalId, type Order, OrderExists, requireSplitSites } from '#acquiring/orders'
import type { CheckoutRequest, DigitalWallet, RequestRules } from '#acquiring/requests'
import { readRequest, readSignedForm } from '#acquiring/requests'
import { findShopperByIdentifier, findSiteCard } from '#acquiring/shoppers'
import type { Site } from '#core/directory'
import type { Language } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import { writeJson } from '#kernel/base/json.ts'
import { commit, decide, ref, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import { changeSession } from './change-session.ts'
import type { CheckoutContext } from './context.ts'
import type { SessionId } from './ids.ts'
import { planSession, planVisit, sessionOptions } from './plan-visit.ts'
import { refuse } from './refusals.ts'
import { isSameOrder } from './same-order.ts'
import type { Session, SessionOptions } from './session.ts'
import { requireSigned } from './signing-site.ts'
import { findSessionOfOrder } from './store.ts'

/**
 * A store's page has posted its signed request: the order and the visit begin, or, when the same order was posted before,
 * its visit goes on; with what the shopper's wallet has returned to the store, if it has. Nothing is written unless every
 * field is in order and the checksum is the site's.
 */
export async function openSession(
  ctx: CheckoutContext,
  { language, ...sent }: Sent & { language: Language | undefined },
): Promise<{ id: SessionId; digitalWallet: DigitalWallet | undefined }> {
  const { now, site, text, keyId, request } = await readSigned(ctx, sent)
  const { splits = [] } = request.transactionOption ?? {}
  const { amount, externalId } = request.order
  await requireSplitSites(ctx, site, splits, { currency: amount.currency, externalId })
  await requireOwnCard(ctx, site, request)
  const options = { ...sessionOptions(request, language), signed: digestOf(text), signedBy: keyId.toString() }
  const id = (await begin(ctx, now, site, request, options)) ?? (await again(ctx, now, site, request, options))
  return { id, digitalWallet: request.transactionOption?.digitalWallet }
}

type Sent = { form: unknown; requestId: string }

/** The request that a site has signed, checked; nothing is written. */
export async function readSigned(ctx: CheckoutContext, { form, requestId }: Sent) {
  const signed = readSignedForm(form)
  const { site, text, keyId } = await requireSigned(ctx, signed)
  const now = ctx.clock.now()
  const sent = signed.read()
  ctx.onSigned?.({ requestId, siteId: site.id, keyId, sent })
  return { now, site, text, keyId, request: readRequest(sent, rulesOf(site, now)) }
}

const digestOf = (signed: Uint8Array): string => createHash('sha256').update(signed).digest('base64url')

/**
 * Items that do not add up are let pass: shop plugins leave shipping, tax or a coupon out of them, and it is the amount
 * that is signed, shown and paid.
 */
const rulesOf = ({ currencies, timeZone }: Site, now: Instant): RequestRules => ({
  currencies,
  now,
  timeZone,
  lenient: true,
})

/** Shopper, order and session in one commit. Returns undefined when the order is there already. */
async function begin(
  ctx: CheckoutContext,
  now: Instant,
  site: Site,
  request: CheckoutRequest,
  options: SessionOptions,
): Promise<SessionId | undefined> {
  const { writes, session } = planVisit(now, site, request, options)
  try {
    const ids = await commit(ctx, now, writes, 'open-session')
    return ids<SessionId>(session)
  } catch (error) {
    if (error instanceof OrderExists) return undefined
    throw error
  }
}

/**
 * The same order is shown again, paid or still payable; another one under the same number is refused. Where the browser
 * returns to, and what the store is notified of beside the result, is as the newest form says, until a payment succeeds.
 */
const again = (ctx: CheckoutContext, now: Instant, site: Site, request: CheckoutRequest, options: SessionOptions) =>
  decide(async (): Promise<SessionId> => {
    const { externalId } = request.order
    const order = await findOrderByExternalId(ctx.db, site.id, externalId)
    if (!order) throw new Error(`order ${externalId} of site ${site.id} does not exist`)
    const session = await findSessionOfOrder(ctx.db, order.id)
    const isRepeated = session?.options.signed === options.signed
    if (!isRepeated && !(await isSameOrder(ctx, order, request)))
      throw refuse('order_differs', { field: 'order.orderId', orderId: externalId })
    const as = ref('session')
    const writes = [
      ...(order.status === 'start' && goesElsewhere(order, request) ? amendOrder(order, wayBackOf(request)) : []),
      ...(session ? resigned(session, options) : [planSession(now, as, site, order.id, options)]),
    ]
    if (writes.length === 0) return session!.id
    const ids = await commit(ctx, now, writes, 'open-session')
    return session?.id ?? ids<SessionId>(as)
  })

/** The store opens the result with the key that it has signed with last. */
const resigned = (session: Session, { signedBy }: SessionOptions): Write[] =>
  session.options.signedBy === signedBy
    ? []
    : [changeSession(session, { options: jsonb({ ...session.options, ...(signedBy && { signedBy }) }) })]

/** What the store says of the way back: a part that it left out stays as it was. */
const wayBackOf = ({ backUrl, customData, invoiceEmail }: Pick<Order, 'backUrl' | 'customData' | 'invoiceEmail'>) => ({
  ...(backUrl !== undefined && { backUrl }),
  ...(customData !== undefined && { customData }),
  ...(invoiceEmail !== undefined && { invoiceEmail }),
})

const goesElsewhere = (order: Order, request: CheckoutRequest): boolean =>
  writeJson({ ...wayBackOf(order), ...wayBackOf(request) }) !== writeJson(wayBackOf(order))

/** Refuses a stored card that is not the customer's. One of theirs that is deleted or expired is not offered, no more. */
async function requireOwnCard({ db }: CheckoutContext, { id: siteId }: Site, request: CheckoutRequest): Promise<void> {
  const { storedCardId, customer } = request
  if (storedCardId === undefined) return
  const [card, shopper] = await Promise.all([
    findSiteCard(db, siteId, storedCardId),
    customer && findShopperByIdentifier(db, siteId, customer.identifier),
  ])
  if (!card || card.shopperId !== shopper?.id) throw refuse('card_not_found', { field: 'cardId' })
}
