import { expect } from 'vitest'

/**
 * A fresh copy of a database costs a hundred times more than a reset. Most files need none but the warm databases that
 * all files of a worker share; a file that opens more than its budget fails here, where it can say why it must.
 */
const budgetDefault = 4
const budgets = new Map<string, number>()
const spent = new Map<string, number>()

/** Gives this file a budget of its own; said once, at its top. */
export function freshDatabases(budget: { atMost: number; because: string }): void {
  budgets.set(currentFile(), budget.atMost)
}

export function spendFresh(): void {
  const file = currentFile()
  const count = (spent.get(file) ?? 0) + 1
  spent.set(file, count)
  const budget = budgets.get(file) ?? budgetDefault
  if (count > budget) throw new Error(overspent(file, budget))
}

const overspent = (file: string, budget: number): string =>
  `${file} opens more than the ${budget} fresh databases it may. Use a warm one (createWorld or warmDatabase, which are ` +
  'given back when the test is finished, and reset), or share one among tests that mind only what they made ' +
  'themselves. If each of its tests does need a fresh one, say at the top of the file how many and why: ' +
  `freshDatabases({ atMost: ${budget + 1}, because: '…' }).`

const currentFile = (): string => expect.getState().testPath ?? 'a file unknown'
