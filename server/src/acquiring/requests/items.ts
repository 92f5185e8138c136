import { isJsonObject } from '#kernel/base/json.ts'
import { type Currency, formatMoney, type Money } from '#kernel/base/money.ts'
import { type Field, listOf, oneOf, plainText, required, signedAmount, text } from '#kernel/http/form-field.ts'
import { type Decimal, exactly, exactText, exactTotal, parseDecimal, roundedTotal } from './amounts.ts'
import type { Item } from './request.ts'

type ItemRules = {
  currency: Currency
  /** Undefined when the amount itself could not be read. */
  amount: Money | undefined
  needNotAddUp: boolean
}

/**
 * The lines of the cart. They add up to the amount exactly (wire fact 1.4), which a shopper who reads them expects;
 * a site may be excused from it. Undefined when the list is absent or wrong.
 */
export function readItems(field: Field, rules: ItemRules): Item[] | undefined {
  const lines = listOf(field, { what: 'items', entriesMax: itemsMax }, (item) => readItem(item, rules))
  if (!lines) return undefined
  if (lines.length === 0) return field.refuse('must have at least one item when it is sent')
  if (rules.amount) checkSum(field, lines, rules.amount, rules.needNotAddUp)
  return lines.map((line) => line.item)
}
const itemsMax = 500

type Line = { item: Item; exact: bigint }

/** Plugins send name, price and units only, and so do they with level 3 data. */
function readItem(field: Field, { currency }: ItemRules): Line | undefined {
  if (!isJsonObject(field.value)) return field.mustBe('an object with item, unitPrice and units')
  const name = required(field.get('item'), itemName.what, text(itemName))
  const unitPrice = required(field.get('unitPrice'), 'the price of one unit, such as 100.00', (price) =>
    signedAmount(price, currency),
  )
  const units = required(field.get('units'), 'how many units are sold, such as 1', readUnits)
  const type = oneOf(['physical', 'digital'])(field.get('type'))
  const code = text(itemCode)(field.get('code'))
  const vatPercent = readPercent(field.get('vatPercent'))
  const description = text(itemDescription)(field.get('itemDescription'))
  if (name === undefined || unitPrice === undefined || units === undefined) return undefined
  const exact = exactTotal(unitPrice, units)
  const total = roundedTotal(exact, currency)
  return { item: { name, unitPrice, units: units.text, total, type, code, vatPercent, description }, exact }
}
const itemName = { max: 512, what: 'the name of the item', lines: true, prose: true }
const itemCode = { max: 64, what: 'the code of the item', prose: true }
const itemDescription = { max: 500, what: 'a description of the item', lines: true, prose: true }

function readUnits(field: Field): Decimal | undefined {
  const units = parseDecimal(plainText(field) ?? '')
  return units && units.tenThousandths > 0n
    ? units
    : field.mustBe('a number greater than zero with at most four decimals, such as 1 or 2.5')
}

function readPercent(field: Field): string | undefined {
  if (!field.present) return undefined
  const percent = parseDecimal(plainText(field) ?? '')
  return percent ? percent.text : field.mustBe('a number of zero or more with at most four decimals, such as 19')
}

function checkSum(field: Field, lines: readonly Line[], amount: Money, needNotAddUp: boolean): void {
  const sum = lines.reduce((total, { exact }) => total + exact, 0n)
  if (sum === exactly(amount)) return
  const both = `unit price times units comes to ${exactText(sum)}, order.amount is ${formatMoney(amount)}`
  const rule = `must add up to order.amount: ${both}`
  if (needNotAddUp) field.note(rule)
  else field.refuse(rule)
}
