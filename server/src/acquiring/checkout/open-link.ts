import { createHash, randomUUID } from 'node:crypto'
import {
  findLinkUse,
  findSharedLink,
  type Link,
  type LinkState,
  linkOrderPrefix,
  linkStateOf,
  planUse,
  requestOfLink,
} from '#acquiring/links'
import { findOrderByExternalId, OrderExists } from '#acquiring/orders'
import type { CheckoutRequest } from '#acquiring/requests'
import { findShopperByIdentifier } from '#acquiring/shoppers'
import type { Site } from '#core/directory'
import type { Language } from '#core/i18n'
import { type CustomerFieldName, customerFieldNames } from '#core/pages'
import type { Instant } from '#kernel/base/clock.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import type { CheckoutContext } from './context.ts'
import type { SessionId } from './ids.ts'
import type { CustomerFacts } from './pages/customer-input.ts'
import { planVisit, sessionOptions } from './plan-visit.ts'
import { findSessionOfOrder } from './store.ts'

/** A link as a shopper finds it. `request` is the checkout request it would become; without one nothing can be paid. */
export type Offer = { link: Link; site: Site } & (
  | { state: 'open'; request: CheckoutRequest }
  | { state: Exclude<LinkState, 'open'>; request: undefined }
)

/** Undefined when there never was such a link. */
export async function findOffer(ctx: CheckoutContext, hash: string): Promise<Offer | undefined> {
  const link = await findSharedLink(ctx.db, hash)
  const site = link && (await ctx.directory.site(link.siteId))
  if (!link || !site) return undefined
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
  const request = requestFor(link, site, now, { orderId, identifier, facts: await factsToKeep(ctx, link, facts) })
  if (!request) return undefined
  const options = { ...sessionOptions(request, language), link: { id: link.id.toString(), hash: link.hash } }
  const planned = planVisit(now, site, { ...request, customData: customDataOf(link) }, options)
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
 * rename them nor redirect their receipts. Only what is not known yet is taken from the page.
 */
async function factsToKeep(
  ctx: CheckoutContext,
  { siteId, terms }: Link,
  facts: CustomerFacts,
): Promise<CustomerFacts> {
  const { customerIdentifier, customerEmail } = terms
  if (customerIdentifier === undefined) return facts
  const known = await findShopperByIdentifier(ctx.db, siteId, customerIdentifier)
  const isOpen = (name: CustomerFieldName) =>
    known?.[name] === undefined && !(name === 'email' && customerEmail !== undefined)
  return Object.fromEntries(Object.entries(facts).filter(([name]) => isOpen(name as CustomerFieldName)))
}
