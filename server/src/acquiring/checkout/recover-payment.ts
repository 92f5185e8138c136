import { draftOf, findSharedLink, type Link, type LinkDraft, linkPath, planLink, recoveryHash } from '#acquiring/links'
import { cancelOrder, type Order } from '#acquiring/orders'
import type { Transaction } from '#acquiring/payments'
import { type Author, auditEntry, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney } from '#kernel/base/money.ts'
import { commit, decide, type Ref, ref, type Write } from '#kernel/db/commit/commit.ts'
import type { CheckoutContext } from './context.ts'
import { type Recoverable, readRecovery, requireRecoverable, requireSendable } from './recovery.ts'
import { refuse } from './refusals.ts'

type RecoverInput = {
  by: Author
  transaction: Transaction
  /** Whether the shopper receives the link by email. */
  sends: boolean
  /** Joins the commit that makes the link, or that sends it. */
  once(linkId: Ref | string, email: Recovered['email']): readonly Write[]
}
export type Recovered = { link: Link; email: 'sent' | 'sentBefore' | undefined }

/**
 * Makes the link by which a declined payment can be paid after all: the same amount for the same customer, once. There is
 * one such link of an order, and the order itself is ended by the commit that makes the link, so that not both of them can
 * be paid. An order that is paid meanwhile is refused. What was declined at a link is paid at that link: a second one would
 * let it be paid twice. `email` says whether an email with the link was sent now, or one was sent on this day before.
 */
export const recoverPayment = (ctx: CheckoutContext, input: RecoverInput): Promise<Recovered> =>
  decide(async () => {
    const facts = await readRecovery(ctx, input.transaction)
    const { now } = facts
    const recovering = requireRecoverable(facts)
    const { order, site, link: found } = recovering
    if (input.sends) requireSendable(recovering, now)
    const hash = found?.hash ?? recoveryHash(ctx.keys, order.id)
    const { writes: email, email: sent } = await emailOf(ctx, now, input, { ...recovering, hash })
    if (found) {
      await sendAgain(ctx, now, [...email, ...input.once(String(found.id), sent)])
      return { link: found, email: sent }
    }
    const link = ref('link')
    const writes = [
      ...planLink(now, { by: input.by, siteId: site.id, draft: draftFor(now, input, recovering), link, hash }),
      audited(now, input, 'recoveryLinkMade'),
      ...email,
      ...input.once(link, sent),
    ]
    await makeAndEnd(ctx, now, input, order, writes)
    return { link: (await findSharedLink(ctx.db, hash))!, email: sent }
  })

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
  await cancelOrder(ctx, { by, party: 'merchant', siteId, orderId, ...why, at: now, alongside: () => writes })
}

async function sendAgain(ctx: CheckoutContext, now: Instant, writes: readonly Write[]): Promise<void> {
  if (writes.length > 0) await commit(ctx, now, writes, 'recover-payment')
}

/** As a merchant would make the link by hand; of a customer who was deleted, nothing is filled in. */
function draftFor(
  now: Instant,
  { transaction }: RecoverInput,
  { order, site, shopper, currency }: Recoverable,
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
  { order, shopper, site, hash }: Recoverable & { hash: string },
): Promise<{ writes: readonly Write[]; email: Recovered['email'] }> {
  if (!input.sends) return { writes: [], email: undefined }
  const url = `${ctx.publicUrl}${linkPath({ hash })}`
  const planned = await ctx.planRecoveryEmail?.(now, { order, shopper, site, url })
  if (!planned) throw refuse('no_address', { field: 'send' })
  if (planned.sentBefore) return { writes: [], email: 'sentBefore' }
  return { writes: [...planned.writes, audited(now, input, 'recoveryLinkSent')], email: 'sent' }
}
