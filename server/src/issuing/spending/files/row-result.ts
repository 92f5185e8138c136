import { isApproval } from '#connectors/network/message.ts'
import type { RowProblem } from '#kernel/base/file-row.ts'
import type { RowOutcome } from './file.ts'
import type { RowAnswer } from './file-store.ts'

export type RowResult = { line: number } & (
  | { is: Exclude<RowOutcome, 'rejected'> }
  | { is: 'rejected'; problems: readonly RowProblem[] }
)

/** What a row has come to, by the answer to its message. */
export function outcomeOf({ code, action }: Omit<RowAnswer, 'line'>): RowOutcome {
  if (!isApproval(code)) return 'rejected'
  if (action === null) return 'repeated'
  if (action === 'force') return 'forced'
  return action === 'refund' || action === 'credit' ? 'refunded' : 'cleared'
}

export function resultOf(answer: RowAnswer): RowResult {
  const is = outcomeOf(answer)
  const { line, code } = answer
  return is === 'rejected'
    ? { line, is, problems: [problems[code] ?? { field: 'row', message: `was answered with ${code}` }] }
    : { line, is }
}

/** What to do, by the code of the answer (field 39). */
const problems: Readonly<Record<string, RowProblem>> = {
  13: { field: 'amount', message: 'is nothing, or nothing in the currency of the card' },
  14: { field: 'cardNumber', message: 'is no card of ours' },
  94: {
    field: 'presentmentId',
    message:
      'is that of another presentment of this acquirer, for another card or amount; ask the sender which is right',
  },
  96: {
    field: 'currency',
    message: 'has no rate that may be used: set one (florin rates set), and clear the row again',
  },
}
