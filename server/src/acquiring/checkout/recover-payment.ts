import { isMerchantCurrency, type MerchantCurrency } from '#acquiring/ids'
import {
  draftOf,
  findLinkUse,
  findSharedLink,
  getLink,
  type Link,
  type LinkDraft,
  linkPath,
  linkStateOf,
  planLink,
  recoveryHash,
} from '#acquiring/links'
import { cancelOrder, findOrderById, type Order } from '#acquiring/orders'
import { isPayment, type Transaction } from '#acquiring/payments'
import { findShopper, type Shopper } from '#acquiring/shoppers'
import { type Author, auditEntry, type Site, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney } from '#kernel/base/money.ts'
import { commit, decide, type Ref, ref, type Write } from '#kernel/db/commit/commit.ts'
import type { CheckoutContext } from './context.ts'
import { refuse } from './refusals.ts'

type RecoverInput = {
  by: Author
  transaction: Transaction
  /** Whether the shopper receives the link by email. */
  sends: boolean
  /** Joins the commit that makes the link, or that sends it. */
  once(linkId: Ref | string): readonly Write[]
}
type Recovered = { link: Link; email: 'sent' | 'sentBefore' | undefined }
type Recovering = { order: Order; site: Site; shopper: Shopper; currency: MerchantCurrency }

/**
 * Makes the link by which a declined payment can be paid after all: the same amount for the same customer, once. There is
 * one such link of an order, and the order itself is ended by the commit that makes the link, so that not both of them can
 * be paid. An order that is paid meanwhile is refused. What was declined at a link is paid at that link: a second one would
 * let it be paid twice. `email` says whether an email with the link was sent now, or one was sent on this day before.
 */
export const recoverPayment = (ctx: CheckoutContext, input: RecoverInput): Promise<Recovered> =>
  decide(async () => {
    const now = ctx.clock.now()
    const recovering = await requireRecoverable(ctx, input.transaction)
    const { order, site } = recovering
    const own = await linkOfOrder(ctx, now, recovering)
    const hash = own?.hash ?? recoveryHash(ctx.keys, order.id)
    const found = own ?? (await findSharedLink(ctx.db, hash))
    const { writes: email, email: sent } = await emailOf(ctx, now, input, { ...recovering, hash })
    if (found) return { link: await sendAgain(ctx, now, input, { found, site, email }), email: sent }
    const link = ref('link')
    const writes = [
      ...planLink(now, { by: input.by, siteId: site.id, draft: draftFor(now, input, recovering), link, hash }),
      audited(now, input, 'recoveryLinkMade'),
      ...email,
      ...input.once(link),
    ]
    await makeAndEnd(ctx, now, input, order, writes)
    return { link: (await findSharedLink(ctx.db, hash))!, email: sent }
  })

/**
 * The link by which the order came, if its limit holds when it is opened again. By one without a limit the old order could
 * be paid beside a new one: that order ends, and has a link of its own.
 */
async function linkOfOrder(
  { db }: CheckoutContext,
  now: Instant,
  { order, site }: Recovering,
): Promise<Link | undefined> {
  const use = await findLinkUse(db, order.id)
  const link = use && (await getLink(db, use.linkId))
  if (link?.limitAccess === undefined) return undefined
  if (linkStateOf(link, now, site.timeZone) !== 'open')
    throw refuse('payment_not_recoverable', { why: 'its own link is used up or closed' })
  return link
}

/** An order that could still be paid ends with the commit that makes the link. */
async function makeAndEnd(
  ctx: CheckoutContext,
  now: Instant,
  { by }: RecoverInput,
  { id: orderId, siteId, status }: Order,
  writes: readonly Write[],
): Promise<void> {
  if (status !== 'start') return void (await commit(ctx, now, writes, 'recover-payment'))
  const why = { reason: undefined, message: 'A payment link recovers it.' }
  await cancelOrder(ctx, { by, party: 'merchant', siteId, orderId, ...why, alongside: () => writes })
}

async function sendAgain(
  ctx: CheckoutContext,
  now: Instant,
  { sends, once }: RecoverInput,
  { found, site, email }: { found: Link; site: Site; email: readonly Write[] },
): Promise<Link> {
  if (found.removedAt) throw refuse('recovery_link_removed')
  // No email asks for what is paid, or leads to a page that takes nothing.
  const state = linkStateOf(found, now, site.timeZone)
  if (sends && state !== 'open') throw refuse('recovery_link_not_open', { field: 'send', state })
  const writes = [...email, ...once(String(found.id))]
  if (writes.length > 0) await commit(ctx, now, writes, 'recover-payment')
  return found
}

async function requireRecoverable(ctx: CheckoutContext, transaction: Transaction): Promise<Recovering> {
  const { db, directory } = ctx
  const [order, site] = await Promise.all([findOrderById(db, transaction.orderId), directory.site(transaction.siteId)])
  const shopper = order && (await findShopper(db, order.shopperId))
  const no = (why: string) => refuse('payment_not_recoverable', { why })
  if (!order || !site || !shopper || !isPayment(transaction) || transaction.type !== 'deposit') throw no('this is none')
  if (transaction.status !== 'failed') throw no('this one was not declined')
  if (order.type !== 'purchase') throw no('the order is billed again by itself or by the shop')
  if (order.mode !== 'authAndCapture' || order.option) throw no('a link captures at once, for one shop')
  if (order.status !== 'start' && order.status !== 'complete-failed') throw refuse('order_already_paid')
  if (!isMerchantCurrency(order.amount.currency)) throw no('links are not paid in its currency')
  if (!site.active || site.merchantStatus !== 'active') throw refuse('site_inactive', { siteId: site.id })
  return { order, site, shopper, currency: order.amount.currency }
}

/** As a merchant would make the link by hand; of a customer who was deleted, nothing is filled in. */
function draftFor(
  now: Instant,
  { transaction }: RecoverInput,
  { order, site, shopper, currency }: Recovering,
): LinkDraft {
  const known = shopper.removed ? undefined : shopper
  const made = draftOf(
    { site, now, before: undefined },
    {
      amount: { digits: formatMoney(order.amount) },
      currency,
      orderType: 'purchase',
      contentType: 'Description',
      content: order.description.trim() || order.externalId,
      customerIdentifier: known?.identifier,
      customerEmail: known?.email,
      limitAccess: 1,
    },
  )
  const recovers = { payment: String(transaction.id), order: String(order.id), orderId: order.externalId }
  return { ...made, terms: { ...made.terms, recovers } }
}

/** Of the declined payment, whose page shows it. */
const audited = (now: Instant, { by, transaction: { id, siteId, orderId } }: RecoverInput, action: string): Write =>
  auditEntry(now, by, {
    action,
    owner: siteOwner(siteId),
    subject: { type: 'payment', id: String(id) },
    after: { order: String(orderId) },
  })

async function emailOf(
  ctx: CheckoutContext,
  now: Instant,
  input: RecoverInput,
  { order, shopper, site, hash }: Recovering & { hash: string },
): Promise<{ writes: readonly Write[]; email: Recovered['email'] }> {
  if (!input.sends) return { writes: [], email: undefined }
  const url = `${ctx.publicUrl}${linkPath({ hash })}`
  const planned = await ctx.planRecoveryEmail?.(now, { order, shopper, site, url })
  if (!planned) throw refuse('no_address', { field: 'send' })
  if (planned.sentBefore) return { writes: [], email: 'sentBefore' }
  return { writes: [...planned.writes, audited(now, input, 'recoveryLinkSent')], email: 'sent' }
}
