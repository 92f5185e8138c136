import { createHash, randomUUID } from 'node:crypto'
import {
  findLinkUse,
  findSharedLink,
  type Link,
  type LinkState,
  linkOrderPrefix,
  linkStateOf,
  namedSince,
  planUse,
  requestOfLink,
} from '#acquiring/links'
import { findOrderByExternalId, OrderExists } from '#acquiring/orders'
import type { CheckoutRequest } from '#acquiring/requests'
import { findShopperByIdentifier, wasRemovedSince } from '#acquiring/shoppers'
import type { Site } from '#core/directory'
import type { Language } from '#core/i18n'
import { customerFieldNames } from '#core/pages'
import type { Instant } from '#kernel/base/clock.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import type { CheckoutContext } from './context.ts'
import type { SessionId } from './ids.ts'
import type { CustomerFacts } from './pages/customer-input.ts'
import { planVisit, sessionOptions } from './plan-visit.ts'
import type { LinkFacts } from './session.ts'
import { findSessionOfOrder } from './store.ts'

/** A link as a shopper finds it. `request` is the checkout request it would become; without one nothing can be paid. */
export type Offer = { link: Link; site: Site } & (
  | { state: 'open'; request: CheckoutRequest }
  | { state: Exclude<LinkState, 'open'>; request: undefined }
)

/** Undefined when there never was such a link. */
export async function findOffer(ctx: CheckoutContext, hash: string): Promise<Offer | undefined> {
  const shared = await findSharedLink(ctx.db, hash)
  const site = shared && (await ctx.directory.site(shared.siteId))
  if (!shared || !site) return undefined
  const link = await withoutRemovedCustomer(ctx, shared)
  const now = ctx.clock.now()
  const state = linkStateOf(link, now, site.timeZone)
  if (state !== 'open') return { link, site, state, request: undefined }
  const request = site.active
    ? requestFor(link, site, now, { orderId: 'link', identifier: 'guest', facts: {} })
    : undefined
  // The site does not take this currency any more, or nothing at all.
  return request ? { link, site, state, request } : { link, site, state: 'inactive', request: undefined }
}

/**
 * A shopper begins to pay by a link: an order of their own, by the link's version of this moment, and a visit.
 * `visit` came with the page: the same page with the same facts makes one order, however often it is sent. Undefined when
 * nothing can be paid by the link, or the page is none of ours.
 */
export async function openLink(
  ctx: CheckoutContext,
  { link, site, state }: Offer,
  { visit, facts, language }: { visit: string; facts: CustomerFacts; language: Language | undefined },
): Promise<SessionId | undefined> {
  if (state !== 'open' || !isVisitName(visit)) return undefined
  const now = ctx.clock.now()
  const orderId = orderIdOf(link, visit, facts)
  const identifier = link.terms.customerIdentifier ?? `guest-${randomUUID()}`
  const request = requestFor(link, site, now, { orderId, identifier, facts: factsToKeep(link, facts) })
  if (!request) return undefined
  const isKnown = (await findShopperByIdentifier(ctx.db, site.id, identifier)) !== undefined
  const kept = { ...(isKnown && { facts: factsOf(request) }) }
  const options = { ...sessionOptions(request, language), link: { id: link.id.toString(), hash: link.hash, ...kept } }
  const ofLink = { ...request, customData: customDataOf(link) }
  const planned = planVisit(now, site, ofLink, options, { keepsKnown: true })
  try {
    const ids = await commit(ctx, now, [...planned.writes, planUse(planned.order, link)], 'open-link')
    return ids<SessionId>(planned.session)
  } catch (error) {
    if (error instanceof OrderExists) return again(ctx, link, orderId)
    throw error
  }
}

/** What the store is notified of beside the result: the link, and the order of the store that it recovers. */
const customDataOf = ({ hash, terms: { recovers } }: Link): Readonly<Record<string, string>> => ({
  paymentLink: hash,
  ...(recovers && { recoveredOrder: recovers.orderId }),
})

const requestFor = (
  link: Link,
  { currencies, timeZone }: Site,
  now: Instant,
  shopper: Parameters<typeof requestOfLink>[1],
): CheckoutRequest | undefined => requestOfLink(link.terms, shopper, { currencies, timeZone, now })

/** An order that the store named so itself is not shown to a shopper who guessed its name. */
async function again(ctx: CheckoutContext, link: Link, orderId: string): Promise<SessionId | undefined> {
  const order = await findOrderByExternalId(ctx.db, link.siteId, orderId)
  const use = order && (await findLinkUse(ctx.db, order.id))
  if (!order || use?.linkId !== link.id) return undefined
  return (await findSessionOfOrder(ctx.db, order.id))?.id
}

/** A shopper who goes back and corrects what they typed gets another order. At most 32 characters. */
function orderIdOf({ id }: Link, visit: string, facts: CustomerFacts): string {
  const values = customerFieldNames.map((name) => facts[name] ?? null)
  const digest = createHash('sha256')
    .update(JSON.stringify([id.toString(), visit, values]))
    .digest('base64url')
  return `${linkOrderPrefix}${digest.slice(0, 22)}`
}

export const makeVisitName = (): string => randomUUID()
const isVisitName = (unchecked: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(unchecked)

/**
 * A customer whom the store knows stays as the store knows them: a person to whom the link was forwarded must neither
 * rename them nor redirect their receipts, and neither must a link that was made when they were known otherwise. What is
 * not known yet is taken when somebody pays. An address that the link has is not the shopper's to change.
 */
const factsToKeep = ({ terms: { customerIdentifier, customerEmail } }: Link, facts: CustomerFacts): CustomerFacts => {
  if (customerIdentifier === undefined || customerEmail === undefined) return facts
  const { email: _, ...others } = facts
  return others
}

function factsOf({ customer }: CheckoutRequest): LinkFacts {
  const named = customerFieldNames.map((name) => [name, customer?.[name]] as const)
  return {
    ...(Object.fromEntries(named.filter(([, value]) => value !== undefined)) as CustomerFacts),
    tags: customer?.tags ?? [],
  }
}

/** A customer who was deleted since the link is theirs has no links: who opens it is a guest. */
async function withoutRemovedCustomer({ db }: CheckoutContext, link: Link): Promise<Link> {
  const { customerIdentifier: identifier, customerEmail: _, ...terms } = link.terms
  if (identifier === undefined) return link
  const since = await namedSince(db, link)
  if (!since || !(await wasRemovedSince(db, { siteId: link.siteId, identifier, since }))) return link
  return { ...link, terms: { ...terms, customerIdentifier: undefined, customerTags: [] } }
}
