import { z } from 'zod'
import { csvLine } from '#kernel/base/csv.ts'
import { jsonElements, writeJson } from '#kernel/base/json.ts'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { movementKinds } from './movement-kind.ts'
import type { Movement, Statement } from './statement.ts'
import { openTotals } from './totals.ts'

/** The forms of a statement for programs. Both are written part by part, as the books are read. */

const amountShape = z.string().meta({ description: 'A decimal text such as 100.00, with a minus below zero.' })
const sums = {
  gross: amountShape,
  fee: amountShape.meta({ description: 'Below zero when it was taken, above when it was returned.' }),
  net: amountShape.meta({ description: 'Gross and fee together: what the balance changed by.' }),
}
const movementShape = z.strictObject({
  bookedAt: momentShape,
  kind: z.enum(movementKinds),
  description: z.string(),
  reference: z.string().meta({ description: 'What the books call the event, such as `payment 1001`.' }),
  siteId: z.string().optional().meta({ description: "Of the merchant's own payments." }),
  ...sums,
  balance: amountShape.meta({ description: 'After the movement; below zero, the merchant owes it.' }),
})
export const statementShape = z.strictObject({
  merchantId: z.string(),
  currency: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone: z.string(),
  final: z.boolean().meta({ description: 'The same request replies the same bytes from now on.' }),
  disputed: amountShape.meta({ description: 'Set aside for open disputes, at the end of the period.' }),
  reserve: amountShape.meta({ description: 'Held in reserve, at the end of the period.' }),
  onItsWay: amountShape.meta({ description: 'In payouts that the bank had not paid, at the end of the period.' }),
  openingBalance: amountShape,
  movements: z.array(movementShape),
  totals: z.array(z.strictObject({ kind: z.enum(movementKinds), count: z.int(), ...sums })),
  closingBalance: amountShape,
})

const headOf = ({ merchantId, currency, period, isFinal, aside, opening }: Statement) => ({
  merchantId: String(merchantId),
  currency,
  from: `${period.from}`,
  to: `${period.to}`,
  timeZone: period.timeZone,
  final: isFinal,
  disputed: formatMoney(aside.disputed),
  reserve: formatMoney(aside.reserve),
  onItsWay: formatMoney(aside.onItsWay),
  openingBalance: formatMoney(opening),
})

const sumsOf = ({ gross, fee, net }: { gross: Money; fee: Money; net: Money }) => ({
  gross: formatMoney(gross),
  fee: formatMoney(fee),
  net: formatMoney(net),
})

const movementRecord = (movement: Movement) => ({
  bookedAt: momentText(movement.bookedAt),
  kind: movement.kind,
  description: movement.description,
  reference: movement.reference,
  ...(movement.siteId !== undefined && { siteId: String(movement.siteId) }),
  ...sumsOf(movement),
  balance: formatMoney(movement.balance),
})

export async function* statementJson(statement: Statement): AsyncGenerator<string> {
  yield `${writeJson(headOf(statement)).slice(0, -1)},"movements":[`
  const totals = openTotals(statement.currency)
  let closing = statement.opening
  const elements = jsonElements()
  for await (const part of statement.movements()) {
    yield elements(part.map(movementRecord))
    totals.add(part)
    closing = lastBalance(part, closing)
  }
  const records = totals.all().map(({ kind, count, ...total }) => ({ kind, count, ...sumsOf(total) }))
  yield `],"totals":${writeJson(records)},"closingBalance":"${formatMoney(closing)}"}`
}

const columns = [
  'bookedAt',
  'kind',
  'description',
  'reference',
  'siteId',
  'gross',
  'fee',
  'net',
  'balance',
  'currency',
] as const

/**
 * The first line after the names of the columns is the opening balance, the last one the closing balance. Moments have the
 * offset of the zone whose days cut the period: in UTC the first movement of a month may be on a day of the month before.
 */
export async function* statementCsv({ period, opening, currency, movements }: Statement): AsyncGenerator<string> {
  const balanceLine = (day: Temporal.PlainDate, name: 'opening' | 'closing', balance: Money) => {
    const description = name === 'opening' ? 'Opening balance' : 'Closing balance'
    return csvLine([`${day}`, name, description, '', '', '', '', '', formatMoney(balance), currency])
  }
  yield csvLine(columns)
  yield balanceLine(period.from, 'opening', opening)
  let closing = opening
  for await (const part of movements()) {
    yield part
      .map((movement) => {
        const bookedAt = movement.bookedAt.toString({ timeZone: period.timeZone, smallestUnit: 'millisecond' })
        const record: Partial<Record<(typeof columns)[number], string>> = {
          ...movementRecord(movement),
          bookedAt,
          currency,
        }
        return csvLine(columns.map((column) => record[column] ?? ''))
      })
      .join('')
    closing = lastBalance(part, closing)
  }
  yield balanceLine(period.to, 'closing', closing)
}

export const lastBalance = (part: readonly Movement[], before: Money): Money => part.at(-1)?.balance ?? before
