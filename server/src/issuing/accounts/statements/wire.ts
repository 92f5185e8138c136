import { z } from 'zod'
import { momentShape, momentText, uuidShape } from '#issuing/api'
import { csvLine } from '#kernel/base/csv.ts'
import { jsonElements, writeJson } from '#kernel/base/json.ts'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { movementKinds } from './movement-kind.ts'
import type { Movement, Statement } from './statement.ts'

/** The forms of a statement for programs. Both are written part by part, as the books are read. */

const amountShape = z.string().meta({ description: 'A decimal text such as 100.00, with a minus below zero.' })
const movementShape = z.strictObject({
  bookedAt: momentShape,
  kind: z.enum(movementKinds),
  description: z.string(),
  reference: z.string(),
  amount: amountShape,
  balance: amountShape.meta({
    description: 'The balance after the movement, below zero when the customer owes something.',
  }),
  merchantAmount: amountShape
    .optional()
    .meta({ description: 'Of a payment in another currency: before the conversion.' }),
  merchantCurrency: z.string().optional(),
})
export const statementShape = z.strictObject({
  accountId: uuidShape,
  customerId: z.string(),
  currency: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone: z.string(),
  final: z.boolean().meta({ description: 'The same request replies the same bytes from now on.' }),
  openingBalance: amountShape,
  movements: z.array(movementShape),
  closingBalance: amountShape,
})

const headOf = ({ account, period, isFinal, opening }: Statement) => ({
  accountId: account.id,
  customerId: account.holderId,
  currency: account.currency,
  from: `${period.from}`,
  to: `${period.to}`,
  timeZone: period.timeZone,
  final: isFinal,
  openingBalance: formatMoney(opening),
})

const movementRecord = ({ bookedAt, kind, description, reference, amount, merchantAmount, balance }: Movement) => ({
  bookedAt: momentText(bookedAt),
  kind,
  description,
  reference,
  amount: formatMoney(amount),
  balance: formatMoney(balance),
  ...(merchantAmount && { merchantAmount: formatMoney(merchantAmount), merchantCurrency: merchantAmount.currency }),
})

export async function* statementJson(statement: Statement): AsyncGenerator<string> {
  yield `${writeJson(headOf(statement)).slice(0, -1)},"movements":[`
  let closing = statement.opening
  const elements = jsonElements()
  for await (const part of statement.movements()) {
    yield elements(part.map(movementRecord))
    closing = lastBalance(part, closing)
  }
  yield `],"closingBalance":"${formatMoney(closing)}"}`
}

const columns = [
  'bookedAt',
  'kind',
  'description',
  'reference',
  'amount',
  'balance',
  'currency',
  'merchantAmount',
  'merchantCurrency',
]

/** The first line after the names of the columns is the opening balance, the last one the closing balance. */
export async function* statementCsv(statement: Statement): AsyncGenerator<string> {
  const { period, opening } = statement
  const { currency } = statement.account
  yield csvLine(columns)
  yield csvLine([`${period.from}`, 'opening', 'Opening balance', '', '', formatMoney(opening), currency, '', ''])
  let closing = opening
  for await (const part of statement.movements()) {
    yield part.map((movement) => movementLine(movementRecord(movement), currency)).join('')
    closing = lastBalance(part, closing)
  }
  yield csvLine([`${period.to}`, 'closing', 'Closing balance', '', '', formatMoney(closing), currency, '', ''])
}

function movementLine(record: ReturnType<typeof movementRecord>, currency: string): string {
  const { merchantAmount = '', merchantCurrency = '', ...booked } = record
  return csvLine([...Object.values(booked), currency, merchantAmount, merchantCurrency])
}

export const lastBalance = (part: readonly Movement[], before: Money): Money => part.at(-1)?.balance ?? before
