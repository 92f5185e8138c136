import { z } from 'zod'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { kindOf } from './chart.ts'
import type { JournalEntry } from './journal.ts'

export const kindShape = z.enum(['asset', 'liability', 'income', 'expense', 'clearing'])
export const sideShape = { side: z.enum(['debit', 'credit']), amount: z.string(), currency: z.string() }

const lineShape = z.strictObject({ account: z.string(), kind: kindShape, ...sideShape })
export const entryShape = z.strictObject({
  id: z.string(),
  recipe: z.string(),
  reference: z.string().meta({ description: 'What it is about, such as `payment 1001`.' }),
  at: momentShape,
  lines: z.array(lineShape).meta({ description: 'In each currency they sum to zero.' }),
})

export const sideOf = ({ minor, currency }: Money) => ({
  side: minor < 0n ? ('credit' as const) : ('debit' as const),
  amount: formatMoney({ minor: minor < 0n ? -minor : minor, currency }),
  currency: currency as string,
})

export const entryRecord = ({ id: entry, postedAt, lines, ...rest }: JournalEntry) => ({
  ...rest,
  id: String(entry),
  at: momentText(postedAt),
  lines: lines.map(({ account, amount }) => ({ account, kind: kindOf(account), ...sideOf(amount) })),
})
