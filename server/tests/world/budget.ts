import { expect } from 'vitest'

/**
 * A fresh copy of a database costs a hundred times more than a reset. Most files need none but the warm databases that
 * all files of a worker share; a file that opens more than its budget fails here, where it can say why it must.
 */
const budgetDefault = 4
const budgets = new Map<string, { left: number; atMost: number }>()

/** Grants this file its own budget; called once, at its top. */
export function freshDatabases({ atMost }: { atMost: number; because: string }, file = currentFile()): void {
  budgets.set(file, { left: atMost, atMost })
}

export function spendFresh(file = currentFile()): void {
  const budget = budgets.getOrInsert(file, { left: budgetDefault, atMost: budgetDefault })
  if (budget.left-- <= 0) throw new Error(overspent(file, budget.atMost))
}

const overspent = (file: string, budget: number): string =>
  `${file} opens more than the ${budget} fresh databases it may. Use a warm one (createWorld or warmDatabase, which are ` +
  'returned when the test is finished, and reset), or share one among tests that mind only what they made ' +
  'themselves. If each of its tests does need a fresh one, say at the top of the file how many and why: ' +
  `freshDatabases({ atMost: ${budget + 1}, because: '…' }).`

const currentFile = (): string => expect.getState().testPath ?? 'a file unknown'
