import { isJsonObject } from '#kernel/base/json.ts'
import { type Currency, formatMoney, type Money } from '#kernel/base/money.ts'
import { type Field, listOf, oneOf, plainText, required, signedAmount, text } from '#kernel/http/form-field.ts'
import { type Decimal, exactly, exactText, exactTotal, parseDecimal, roundedTotal } from './amounts.ts'
import type { Item } from './request.ts'
import { readShownDecimal, readShownPrice } from './shown-figures.ts'

type ItemRules = {
  currency: Currency
  /** Undefined when the amount itself could not be read. */
  amount: Money | undefined
  /** Nothing depends on the figures: they are read as plugins write them, and need not add up. */
  forShow: boolean
  /** Level 3 data is sent: the card networks read the figures. */
  hasLevel3: boolean
}

/**
 * The lines of the cart. They add up to the amount exactly (wire fact 1.4), which a shopper who reads them expects;
 * a site may be excused from it. A line that is only shown, and whose figures cannot be read, is left out with a note.
 * Undefined when the list is absent or wrong.
 */
export function readItems(field: Field, rules: ItemRules): Item[] | undefined {
  const found = listOf(field, { what: 'items', entriesMax: itemsMax }, (item) => readItem(item, rules))
  if (!found) return undefined
  if (found.length === 0) return field.refuse('must have at least one item when it is sent')
  const lines = found.filter((line) => line !== 'unreadable')
  if (rules.amount) checkSum(field, lines, rules.amount, rules.forShow)
  return lines.map((line) => line.item)
}
const itemsMax = 500

type Line = { item: Item; exact: bigint }

/** Plugins send name, price and units only, and so do they with level 3 data. */
function readItem(field: Field, { currency, forShow, hasLevel3 }: ItemRules): Line | 'unreadable' | undefined {
  if (!isJsonObject(field.value)) return field.mustBe('an object with item, unitPrice and units')
  const shown = forShow && !hasLevel3
  const name = required(field.get('item'), itemName.what, text(itemName))
  const figures = shown ? readShownFigures(field, currency) : readFigures(field, currency)
  const type = oneOf(['physical', 'digital'])(field.get('type'))
  const code = text(itemCode)(field.get('code'))
  const vatPercent = (shown ? readShownPercent : readPercent)(field.get('vatPercent'))
  const description = text(itemDescription)(field.get('itemDescription'))
  if (name === undefined || figures === undefined) return undefined
  if (figures === 'unreadable') return figures
  const { unitPrice, units, exact } = figures
  const total = roundedTotal(exact, currency)
  return { item: { name, unitPrice, units, total, type, code, vatPercent, description }, exact }
}
type Figures = { unitPrice: Money; units: string; exact: bigint }

function readFigures(field: Field, currency: Currency): Figures | undefined {
  const unitPrice = required(field.get('unitPrice'), 'the price of one unit, such as 100.00', (price) =>
    signedAmount(price, currency),
  )
  const units = required(field.get('units'), 'how many units are sold, such as 1', readUnits)
  return unitPrice && units && { unitPrice, units: units.text, exact: exactTotal(unitPrice, units) }
}

function readShownFigures(field: Field, currency: Currency): Figures | 'unreadable' {
  const price = readShownPrice(plainText(field.get('unitPrice')) ?? '', currency)
  const units = readShownDecimal(plainText(field.get('units')) ?? '')
  if (price && units) return { unitPrice: price.unitPrice, units: units.text, exact: price.times(units) }
  field.note('is not shown: its unitPrice and units must be numbers, such as 100.00 and 1')
  return 'unreadable'
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

const readShownPercent = (field: Field): string | undefined => readShownDecimal(plainText(field) ?? '')?.text

function checkSum(field: Field, lines: readonly Line[], amount: Money, forShow: boolean): void {
  const sum = lines.reduce((total, { exact }) => total + exact, 0n)
  if (sum === exactly(amount)) return
  const both = `unit price times units comes to ${exactText(sum)}, order.amount is ${formatMoney(amount)}`
  const rule = `must add up to order.amount: ${both}`
  if (forShow) field.note(rule)
  else field.refuse(rule)
}
