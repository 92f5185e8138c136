import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/base/json.ts'
import { formField, readChecksum, requestBytesMax } from './envelope.ts'
import { refuse } from './refusals.ts'

/**
 * The form of before 2019, which plugins in use still post: every value is a form field of its own, lists are
 * `item[0]`, `item[1]`, and what is signed is the query string of all fields but the checksum, in the order of their
 * names (wire fact 1.9).
 */
export const isFlatForm = (form: unknown): form is Readonly<Record<string, unknown>> =>
  typeof form === 'object' && form !== null && Object.hasOwn(form, 'orderType') && !Object.hasOwn(form, 'jsonRequest')

/** The same request in JSON, and the texts; one of them must be signed. */
export function readFlatForm(form: Readonly<Record<string, unknown>>): {
  unchecked: JsonObject
  signed: readonly Buffer[]
  checksum: Buffer
} {
  const checksum = readChecksum(formField(form, 'checksum'))
  const fields = objectOf(Object.entries(form).filter(([name]) => name !== 'checksum'))
  const leaves = leavesOf(fields, [])
  const signed = [byLevel, byName].map((order) => Buffer.from(queryOf(leaves.toSorted(order))))
  if (signed[0]!.length > requestBytesMax)
    throw refuse('request_too_large', { field: 'orderType', bytesMax: requestBytesMax })
  return { unchecked: requestOf(fields), signed, checksum }
}

/** A value, with its whole name and what is signed of it. */
type Leaf = { path: readonly string[]; name: string; signed: string }

const leavesOf = (value: JsonValue, path: readonly string[]): Leaf[] =>
  typeof value === 'string'
    ? [leafOf(path, value)]
    : Object.entries(value ?? {}).flatMap(([name, part]) => leavesOf(part, [...path, name]))

function leafOf(path: readonly string[], text: string): Leaf {
  const [first, ...rest] = path
  const name = first + rest.map((part) => `[${part}]`).join('')
  return { path, name, signed: `${escaped(name)}=${escaped(text)}` }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Clients that sign a nested array sort it level by level: `item[0]` comes before `itemDescription[0]`. */
function byLevel(a: Leaf, b: Leaf): number {
  const at = a.path.findIndex((name, level) => name !== b.path[level])
  return compare(a.path[at] ?? '', b.path[at] ?? '')
}

/** Clients that sign a list of form fields sort whole names, in which a bracket sorts after a capital letter. */
const byName = (a: Leaf, b: Leaf): number => compare(a.name, b.name)

/** As PHP's `http_build_query` writes it. */
const queryOf = (leaves: readonly Leaf[]): string => leaves.map(({ signed }) => signed).join('&')

const escaped = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')

const requestOf = (fields: JsonObject): JsonObject => ({
  ...some(fields, top),
  customer: { ...some(fields, ofCustomer), ...renamed(fields, 'customerTags', 'tags') },
  order: {
    ...some(fields, ofOrder),
    ...renamed(fields, 'orderType', 'type'),
    ...renamed(fields, 'orderTags', 'tags'),
    ...itemsOf(fields),
    ...groupedLevel3(fields),
  },
})
const top =
  'siteId publicKey cardTransactionMode cardId saveCard invoiceEmail backUrl custom customData transactionOption'.split(
    ' ',
  )
const ofCustomer = 'identifier firstName lastName country state city address zipCode phone email'.split(' ')
const ofOrder =
  'orderId amount currency description level3Type intervalType intervalValue retryPayment trialAmount firstBillDate'.split(
    ' ',
  )

const some = (fields: JsonObject, names: readonly string[]): JsonObject =>
  objectOf(names.map((name) => [name, fields[name]]))

const renamed = (fields: JsonObject, from: string, to: string): JsonObject => objectOf([[to, fields[from]]])

/** Seven lists side by side, one for each property of an item; `item` says how many there are. */
function itemsOf(fields: JsonObject): JsonObject {
  const names = fields.item
  if (typeof names !== 'object' || names === null) return {}
  const items = Object.keys(names).map((at) => objectOf(ofItem.map((name) => [name, partOf(fields[name], at)])))
  return { items }
}
const ofItem = 'item unitPrice units type code vatPercent itemDescription'.split(' ')

const partOf = (lists: JsonValue | undefined, at: string): JsonValue | undefined =>
  Array.isArray(lists) ? lists[Number(at)] : isJsonObject(lists) ? lists[at] : undefined

/** Flat level 3 data, as it is nested in a checkout request. */
export const groupedLevel3 = (fields: JsonObject): JsonObject => ({
  ...prefixed(fields, 'level3Airline'),
  ...prefixed(fields, 'level3Tourism'),
})

/** `level3AirlineTicketNumber` is `ticketNumber` of `level3Airline`. */
function prefixed(fields: JsonObject, prefix: string): JsonObject {
  const parts = Object.entries(fields).filter(([name]) => name.startsWith(prefix) && name !== prefix)
  const named = parts.map(([name, value]): [string, JsonValue] => {
    const rest = name.slice(prefix.length)
    return [rest[0]!.toLowerCase() + rest.slice(1), value]
  })
  return named.length > 0 ? { [prefix]: objectOf(named) } : {}
}

/** Only texts, lists and objects come in a form; anything else is nothing. */
const objectOf = (entries: readonly (readonly [string, unknown])[]): JsonObject =>
  Object.fromEntries(
    entries.flatMap(([name, value]) => {
      const read = jsonOf(value)
      return read === undefined ? [] : [[name, read]]
    }),
  )

function jsonOf(value: unknown): JsonValue | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((part) => jsonOf(part) ?? null)
  return typeof value === 'object' && value !== null ? objectOf(Object.entries(value)) : undefined
}
