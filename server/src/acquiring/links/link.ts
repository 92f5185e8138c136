import type { MerchantCurrency, OrderId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { LinkId } from './ids.ts'

/** A hosted payment page that a merchant makes once and shares: a shopper who opens it gets an order of their own. */
export type Link = {
  id: LinkId
  /** Its public id, in its address and in the API. */
  hash: string
  siteId: SiteId
  version: number
  active: boolean
  /** How often it can be paid. Undefined: without a limit. */
  limitAccess: number | undefined
  /** Its last day, in the site's time zone. */
  expireDate: Temporal.PlainDate | undefined
  /** Uses reserved by payments that are under way. */
  reserved: number
  /** How often it was paid. A later refund does not change it. */
  paid: number
  /** As they are in this version. */
  terms: LinkTerms
  createdAt: Instant
  updatedAt: Instant
  removedAt: Instant | undefined
}

/**
 * The terms of a link, by the names of its parameters (merchant-payments, payment link), checked and in one spelling.
 * Amounts and units are exact decimal texts.
 */
export type LinkTerms = {
  amount: string
  currency: MerchantCurrency
  orderType: 'purchase' | 'recurring'
  contentType: 'Description' | 'Items'
  content: string | readonly LinkItem[]
  intervalType?: 'day' | 'month' | undefined
  intervalValue?: number | undefined
  trialAmount?: string | undefined
  /** A date of the site's calendar, or a moment. */
  firstBillDate?: string | undefined
  customerEmail?: string | undefined
  customerIdentifier?: string | undefined
  customerTags: readonly string[]
  customerRequiredFields: readonly RequiredField[]
  level3Type?: 'airline' | 'tourism' | undefined
  /** By their flat names: `level3AirlineTicketNumber`. */
  level3: Readonly<Record<string, string>>
  /** The declined payment that is paid by this link after all. Such a link can be paid once. */
  recovers?: Recovered | undefined
}
/** Ids are ours, but for `orderId`, which the store has given the order. */
export type Recovered = { payment: string; order: string; orderId: string }

export type LinkItem = {
  item: string
  unitPrice: string
  units: string
  type?: string | undefined
  code?: string | undefined
  vatPercent?: string | undefined
  itemDescription?: string | undefined
}

/** What a link may require of its shopper (wire fact 4: the first four are published, the others inferred). */
export const requiredFields = [
  'firstName',
  'lastName',
  'address',
  'phone',
  'email',
  'country',
  'state',
  'city',
  'zipCode',
] as const
export type RequiredField = (typeof requiredFields)[number]

/** An order that came of a link, and whether it takes up one of the link's places. */
export type LinkUse = { orderId: OrderId; linkId: LinkId; version: number; place: Place }
export type Place = 'none' | 'reserved' | 'paid'

/** Whether the link can be paid now, and if not, why not. All but `removed` and `inactive` is derived. */
export type LinkState = 'open' | 'inactive' | 'expired' | 'used-up' | 'removed'

/** The one place that decides it. A place that a payment under way has reserved is not free. */
export function linkStateOf(
  link: Pick<Link, 'active' | 'limitAccess' | 'expireDate' | 'reserved' | 'paid' | 'removedAt'>,
  now: Instant,
  timeZone: string,
): LinkState {
  if (link.removedAt) return 'removed'
  if (!link.active) return 'inactive'
  if (link.expireDate && Temporal.PlainDate.compare(todayIn(timeZone, now), link.expireDate) > 0) return 'expired'
  return link.limitAccess !== undefined && link.reserved + link.paid >= link.limitAccess ? 'used-up' : 'open'
}

export const todayIn = (timeZone: string, now: Instant): Temporal.PlainDate =>
  now.toZonedDateTimeISO(timeZone).toPlainDate()

/** Where shoppers find it, without the origin. */
export const linkPath = ({ hash }: Pick<Link, 'hash'>): string => `/l/${hash}`

/**
 * Whether the order may come from a link, whose orders have generated ids. A store may use such an id too, so look it
 * up.
 */
export const mayBeLinkOrder = (externalId: string): boolean => externalId.startsWith(linkOrderPrefix)
export const linkOrderPrefix = 'link-'
