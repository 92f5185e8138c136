import { isMerchantCurrency } from '#acquiring/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { isJsonObject } from '#kernel/base/json.ts'
import type { Currency, Money } from '#kernel/base/money.ts'
import { type Field, plainText, required, text } from '#kernel/http/form-field.ts'
import { readBilling, readOrderTerms } from './billing.ts'
import { readTags } from './customer.ts'
import { readMoment } from './dates.ts'
import { readItems } from './items.ts'
import { readLevel3 } from './level3.ts'
import type { CardTransactionMode, Order, RequestRules } from './request.ts'

type OrderRules = RequestRules & { mode: CardTransactionMode | undefined }

/** The order of the specification's table, with the leniencies of wire fact 1.4. Undefined when it is wrong. */
export function readOrder(field: Field, rules: OrderRules): Order | undefined {
  if (!isJsonObject(field.value)) return field.mustBe('an object that says what the shopper pays for')
  const externalId = required(field.get('orderId'), orderId.what, text(orderId))
  const terms = readOrderTerms(field, rules)
  const { amount: regular } = terms
  terms.complain('type_unknown')
  terms.complain('amount_unreadable')
  terms.complain('currency_not_taken')
  terms.complain('amount_not_zero', 'amount_zero')
  const level3 = readLevel3(field, rules.timeZone)
  const cart = readCart(field, { ...rules, amount: regular, hasLevel3: level3 !== undefined })
  const tags = readTags(field.get('tags'))
  const expiresAt = readEnd(field.get('expiresAt'), rules)
  const billing = readBilling(field, terms)
  if (externalId === undefined || regular === undefined || billing === undefined) return undefined
  return { externalId, amount: regular, ...cart, tags, level3, expiresAt, ...billing }
}

/** A moment that has passed is no mistake: browsers repeat forms, and the page says what has become of the order. */
function readEnd(field: Field, { timeZone }: OrderRules): Instant | undefined {
  const read = readMoment(field, timeZone)
  return read?.dateOnly ? field.mustBe('an ISO 8601 date and time with an offset') : read?.at
}
const orderId = {
  max: 32,
  pattern: /^[A-Za-z0-9_\-.]+$/,
  what: 'your own number of the order: letters, digits and _ - .',
}

/** The currency to read amounts with. A wrong one has its own complaint; amounts are then read as euros. */
function currencyOf(order: Field): Currency {
  const sent = order.get('currency').value
  return isMerchantCurrency(sent) ? sent : 'EUR'
}

type CartRules = { amount: Money | undefined; hasLevel3: boolean; lenient?: boolean }

/** What is sold: a description, items, or both. */
function readCart(order: Field, rules: CartRules): Pick<Order, 'description' | 'items'> {
  const items = readItems(order.get('items'), {
    currency: currencyOf(order),
    amount: rules.amount,
    forShow: rules.lenient ?? false,
    hasLevel3: rules.hasLevel3,
  })
  const description = text(orderDescription)(order.get('description'))
  if (!order.get('items').present && !order.get('description').present)
    order.get('description').refuse('is required when there are no order.items')
  return { description: description ?? namesWithout(order, items), items: items ?? [] }
}

/** The names of the items, when not one of them can be shown with its figures. */
function namesWithout(order: Field, items: readonly unknown[] | undefined): string | undefined {
  if (items?.length !== 0) return undefined
  const names = order
    .get('items')
    .entries()
    .map((item) => plainText(item.get('item')))
  return names.join(', ').slice(0, orderDescription.max)
}
/** The documentation says 77,056 and the 2018 client 65,535; the larger refuses no client. */
const orderDescription = { max: 77_056, what: 'a description of what is sold', lines: true, prose: true }
