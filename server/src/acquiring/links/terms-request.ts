import { type CheckoutRequest, type RequestRules, tryRequest } from '#acquiring/requests'
import type { JsonObject, JsonValue } from '#kernel/base/json.ts'
import type { LinkTerms } from './link.ts'

/** The parameters of a link by their own names; a value is as it was sent, or exact text. */
export type FlatLink = Readonly<Record<string, JsonValue | undefined>>

/**
 * A link is read as the checkout request that it becomes when it is opened, by the same rules. So nothing can
 * be stored that would be refused later, and no rule is written twice.
 */
export function toRequest(flat: FlatLink, shopper: { orderId: string; customer: FlatLink }): JsonObject {
  const items = flat.contentType === 'Items'
  return present({
    customer: present(shopper.customer),
    order: present({
      orderId: shopper.orderId,
      type: flat.orderType,
      ...chosen(flat, [
        'amount',
        'currency',
        'intervalType',
        'intervalValue',
        'trialAmount',
        'firstBillDate',
        'level3Type',
      ]),
      [items ? 'items' : 'description']: flat.content,
      level3Airline: level3Of(flat, 'level3Airline'),
      level3Tourism: level3Of(flat, 'level3Tourism'),
    }),
  })
}

/** The shopper who opens a link, as its request names them. */
export type LinkShopper = {
  /** Of the order that this shopper gets. */
  orderId: string
  /** The link's own customer, or a name made for this guest. */
  identifier: string
  /** What the shopper typed, by the names of the request's customer. */
  facts: Readonly<Record<string, string>>
}

/** The checkout request of a shopper who opens the link. Undefined when the site does not accept it any more. */
export function requestOfLink(
  terms: LinkTerms,
  { orderId, identifier, facts }: LinkShopper,
  rules: RequestRules,
): CheckoutRequest | undefined {
  const customer = { email: terms.customerEmail, tags: terms.customerTags, ...facts, identifier }
  const read = tryRequest(toRequest(flatOf(terms), { orderId, customer }), rules)
  return 'request' in read ? read.request : undefined
}

/** Stored terms as the parameters they were made of. */
export function flatOf({ level3, customerRequiredFields, recovers: _, ...terms }: LinkTerms): FlatLink {
  const { content, intervalValue } = terms
  return {
    ...terms,
    content: typeof content === 'string' ? content : content.map((item) => present({ ...item })),
    intervalValue: intervalValue === undefined ? undefined : String(intervalValue),
    customerRequiredFields: Object.fromEntries(customerRequiredFields.map((name) => [name, '1'])),
    ...level3,
  }
}

/** Wire fact 1.5: the flat name is the group's and the field's, run together. */
export const level3Names = {
  level3Airline: [
    'ticketNumber',
    'passengerName',
    'flightNumber',
    'departureDate',
    'departureAirportCode',
    'arrivalAirportCode',
    'carrierCode',
    'travelAgencyCode',
    'travelAgencyName',
  ],
  level3Tourism: [
    'tourNumber',
    'travellerName',
    'departureDate',
    'returnDate',
    'travelAgencyCode',
    'travelAgencyName',
    'agencyCode',
    'agencyName',
  ],
} as const
type Group = keyof typeof level3Names

export const flatName = (group: string, name: string): string =>
  `${group}${name.charAt(0).toUpperCase()}${name.slice(1)}`

const level3Of = (flat: FlatLink, group: Group): JsonObject | undefined => {
  const fields = present(Object.fromEntries(level3Names[group].map((name) => [name, flat[flatName(group, name)]])))
  return Object.keys(fields).length > 0 ? fields : undefined
}

const chosen = (flat: FlatLink, names: readonly string[]): FlatLink =>
  Object.fromEntries(names.map((name) => [name, flat[name]]))

/** What says something: nothing, null and empty text are the same. */
const present = (fields: FlatLink): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).filter(
      (field): field is [string, JsonValue] => field[1] !== undefined && field[1] !== null && field[1] !== '',
    ),
  )
