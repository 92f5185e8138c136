import { type Money, negate, subtract } from '#kernel/base/money.ts'
import { accounts } from './accounts.ts'
import { credit, debit, type Line } from './line.ts'

/** How what acquirers report is posted: a part of `recipes`. */
export const acquirerRecipes = {
  /**
   * An acquirer has settled transactions with us: they are in the bank, less its fees and what it holds back in its
   * reserve (below zero: what it has released). Reference: the report and the first of its rows that are booked so, or the
   * break that was about the row.
   */
  acquirerSettled: (p: { gross: Money; fees: Money; held: Money }): Line[] => [
    debit(accounts.bankOperating, subtract(subtract(p.gross, p.fees), p.held)),
    debit(accounts.acquirerFees, p.fees),
    debit(accounts.acquirerReserve, p.held),
    credit(accounts.acquirerSettling, p.gross),
  ],
  /**
   * An acquirer has settled something else than it owed us, and the difference is our cost or gain: what was owed is
   * settled, and what was reported was for nothing. Reference: the break.
   */
  acquirerDifference: (p: Compared): Line[] =>
    differencesOf(p).flatMap((difference) => [
      debit(accounts.acquirerDifferences, difference),
      credit(accounts.acquirerSettling, difference),
    ]),
} as const

type Compared = { expected?: Money | undefined; reported?: Money | undefined }

/** One in each currency. */
function differencesOf({ expected, reported }: Compared): Money[] {
  if (expected && reported?.currency === expected.currency) return [subtract(expected, reported)]
  return [...(expected ? [expected] : []), ...(reported ? [negate(reported)] : [])]
}
