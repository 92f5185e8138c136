import type { Transaction } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import { bookRows, breakReference } from './book-rows.ts'
import type { Judged } from './judge-row.ts'
import type { Break, RecordedRow, ReportRow } from './report.ts'
import { type BreakChange, transitionBreak } from './transition-break.ts'

/**
 * An acquirer settles a payment that was voided, and reverses it: of our books neither has moved any money, and together
 * they come to nothing but their fees. Neither says anything about the payment, which is settled by none of them.
 */
export const isOpposite = (one: ReportRow, other: ReportRow): boolean =>
  one.currency === other.currency &&
  one.grossMinor === -other.grossMinor &&
  (one.type === 'capture' ? other.type === 'reversal' : one.type === 'reversal' && other.type === 'capture')

type JudgedRow = Judged & { row: RecordedRow }
/** A row about which a break is open. */
export type OpenRow = { found: Break; row: RecordedRow }
/** The opposite of a row about which a break is open, whichever of them is the reversal. */
type Answer = OpenRow & { answer: RecordedRow }

/** The payments that were voided, of which there are rows; each once. */
export const voidedIn = (judged: readonly Judged[]): Transaction[] => {
  const all = judged.flatMap((one) => (!one.agrees && one.kind === 'voided' ? [one.transaction!] : []))
  return [...new Map(all.map((one) => [one.id, one])).values()]
}

/**
 * Finds the pairs of opposite rows about voided payments: a row with an earlier one, which is taken out of `judged`, and
 * two rows of one report, which agree then. Each row is in one pair.
 */
export function pairVoided(
  judged: readonly JudgedRow[],
  open: readonly OpenRow[],
): { judged: JudgedRow[]; answers: Answer[] } {
  const earlier = new Set(open)
  const later = new Map<number, JudgedRow>()
  const answers: Answer[] = []
  const answered = new Set<number>()
  const agreed = new Set<number>()
  for (const [index, one] of judged.entries()) {
    if (one.agrees || one.kind !== 'voided') continue
    const { id } = one.transaction!
    const before = [...earlier].find(({ found, row }) => found.transactionId === id && isOpposite(row, one.row))
    const beside = [...later].find(([, { transaction, row }]) => transaction!.id === id && isOpposite(row, one.row))
    if (before) {
      earlier.delete(before)
      answers.push({ ...before, answer: one.row })
      answered.add(index)
    } else if (beside) {
      later.delete(beside[0])
      agreed.add(index).add(beside[0])
    } else later.set(index, one)
  }
  const agreeing = (one: JudgedRow, index: number): JudgedRow =>
    agreed.has(index) ? { agrees: true, transaction: undefined, row: one.row } : one
  return { judged: judged.map(agreeing).filter((_, index) => !answered.has(index)), answers }
}

/** Books both rows by one entry, and resolves what was open about them, the oldest first. */
export const bookOpposites = (
  now: Instant,
  { open, rows: [row, other], by }: { open: readonly Break[]; rows: [RecordedRow, RecordedRow]; by: BreakChange['by'] },
): Write[] => [
  ...open.flatMap((found) => {
    const { reportId, line } = found.row?.reportId === row.reportId && found.row.line === row.line ? other : row
    const note = `with line ${line} of report ${reportId} it comes to nothing`
    return transitionBreak(now, found, 'resolve', { by, note })
  }),
  ...bookRows(
    now,
    [row, other].map((one) => ({ row: one, transactionId: undefined })),
    breakReference(open[0]!.id),
  ),
]
