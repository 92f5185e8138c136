import { isMerchantCurrency } from '#acquiring/ids'
import { isJsonObject } from '#kernel/base/json.ts'
import type { Currency, Money } from '#kernel/base/money.ts'
import { amount, type Field, oneOf, required, text } from '#kernel/http/form-field.ts'
import { readBilling } from './billing.ts'
import { readTags } from './customer.ts'
import { readItems } from './items.ts'
import { readLevel3 } from './level3.ts'
import type { CardTransactionMode, Order, OrderType, RequestRules } from './request.ts'

type OrderRules = RequestRules & { mode: CardTransactionMode | undefined }

/** The order of the specification's table, with the leniencies of wire fact 1.4. Undefined when it is wrong. */
export function readOrder(field: Field, rules: OrderRules): Order | undefined {
  if (!isJsonObject(field.value)) return field.mustBe('an object that says what the shopper pays for')
  const externalId = required(field.get('orderId'), orderId.what, text(orderId))
  const type = required(field.get('type'), 'one of purchase, recurring, managed', readType)
  const regular = required(field.get('amount'), 'a number with two decimals, such as 100.00', (sent) =>
    amount(sent, currencyOf(field)),
  )
  const currency = required(field.get('currency'), `one of ${rules.currencies.join(', ')}`, (sent) =>
    readCurrency(sent, rules.currencies),
  )
  checkAmount(field.get('amount'), regular, rules.mode)
  const level3 = readLevel3(field, rules.timeZone)
  const cart = readCart(field, { ...rules, amount: regular, allFields: level3 !== undefined })
  const tags = readTags(field.get('tags'))
  const billing = readBilling(field, type, { ...rules, currency: currencyOf(field) })
  if (externalId === undefined || regular === undefined || currency === undefined || billing === undefined)
    return undefined
  return { externalId, amount: regular, ...cart, tags, level3, ...billing }
}
const orderId = {
  max: 32,
  pattern: /^[A-Za-z0-9_\-.]+$/,
  what: 'your own number of the order: letters, digits and _ - .',
}

function readType(field: Field): OrderType | undefined {
  if (field.value === 'credit')
    return field.refuse('must not be credit: a payout is made through the API, by POST /order')
  return oneOf(['purchase', 'recurring', 'managed'])(field)
}

/** The currency to read amounts with. A wrong one has its own complaint; amounts are then read as euros. */
function currencyOf(order: Field): Currency {
  const sent = order.get('currency').value
  return isMerchantCurrency(sent) ? sent : 'EUR'
}

function readCurrency(field: Field, currencies: readonly Currency[]): Currency | undefined {
  const { value } = field
  if (isMerchantCurrency(value) && currencies.includes(value)) return value
  return field.mustBe(`one of ${currencies.join(', ')}, the currencies of this site`)
}

function checkAmount(field: Field, regular: Money | undefined, mode: CardTransactionMode | undefined): void {
  if (regular === undefined || mode === undefined) return
  if (mode === 'verifyCard' && regular.minor !== 0n)
    field.mustBe('0 with cardTransactionMode verifyCard, which charges nothing')
  if (mode !== 'verifyCard' && regular.minor === 0n)
    field.mustBe('at least 0.01; to verify a card without a charge, send cardTransactionMode verifyCard')
}

type CartRules = { amount: Money | undefined; allFields: boolean; itemsNeedNotAddUp?: boolean }

/** What is sold: a description, items, or both. */
function readCart(order: Field, rules: CartRules): Pick<Order, 'description' | 'items'> {
  const items = readItems(order.get('items'), {
    currency: currencyOf(order),
    amount: rules.amount,
    allFields: rules.allFields,
    needNotAddUp: rules.itemsNeedNotAddUp ?? false,
  })
  const description = text(orderDescription)(order.get('description'))
  if (rules.allFields && !order.get('items').present)
    order.get('items').mustBe('what is sold, since level 3 data is sent')
  else if (!order.get('items').present && !order.get('description').present)
    order.get('description').refuse('is required when there are no order.items')
  return { description, items: items ?? [] }
}
/** The documentation says 77,056 and the 2018 client 65,535; the larger refuses nobody. */
const orderDescription = { max: 77_056, what: 'a description of what is sold', lines: true }
