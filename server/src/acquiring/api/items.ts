import { z } from 'zod'
import { NumberText } from '#kernel/base/json.ts'
import { formatMoney, type Money } from '#kernel/base/money.ts'

/** One line of a cart in the records of orders, transactions and links: names and figures as they are sent (wire fact 1.4). */
export const itemShape = z.strictObject({
  item: z.string(),
  unitPrice: z.number(),
  units: z.number(),
  type: z.enum(['physical', 'digital']).optional(),
  code: z.string().optional(),
  vatPercent: z.number().optional(),
  itemDescription: z.string().optional(),
})

/** The cart of an order, in its records. */
export const itemsShape = {
  items: z.array(itemShape).optional().meta({ description: 'The lines of the cart. Left out when none were sent.' }),
}

/** A line of the cart as it is stored; `units` and `vatPercent` are exact decimal texts. */
type Line = {
  name: string
  unitPrice: Money
  units: string
  type: 'physical' | 'digital' | undefined
  code: string | undefined
  vatPercent: string | undefined
  description: string | undefined
}

export const itemsRecord = (lines: readonly Line[]) =>
  lines.length === 0 ? {} : { items: lines.map((line) => lineRecord(line)) }

const lineRecord = ({ name, unitPrice, units, type, code, vatPercent, description }: Line) => ({
  item: name,
  unitPrice: new NumberText(formatMoney(unitPrice)),
  units: new NumberText(units),
  type,
  code,
  vatPercent: vatPercent === undefined ? undefined : new NumberText(vatPercent),
  itemDescription: description,
})
