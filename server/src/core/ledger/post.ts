import assert from 'node:assert/strict'
import type { Instant } from '#kernel/base/clock.ts'
import { atLeast, increase, insert, ref, update, type Write } from '#kernel/db/commit/commit.ts'
import { guardedMinor, isGuarded } from './accounts.ts'
import type { Line } from './line.ts'
import { type RecipeName, type Recipes, recipes } from './recipes.ts'

/**
 * The writes that book one event. They belong in the commit that records the event. An event cannot be booked twice:
 * `(recipe, reference)` is unique, so a second posting makes its whole commit fail.
 */
export const post = <R extends RecipeName>(
  now: Instant,
  recipe: R,
  reference: string,
  facts: Parameters<Recipes[R]>[0],
): Write[] => book(now, { recipe, reference, lines: linesOf(recipe, facts) })

/** One event to be booked: a recipe, its reference, and the facts of the recipe. */
export type Posting = {
  [R in RecipeName]: { recipe: R; reference: string; facts: Parameters<Recipes[R]>[0] }
}[RecipeName]

/** The same of several events in one commit that may be about the same accounts, since a commit changes a balance once. */
export function postTogether(now: Instant, postings: readonly Posting[]): Write[] {
  const entries = postings.map(({ recipe, reference, facts }) => ({ recipe, reference, lines: linesOf(recipe, facts) }))
  return [
    ...entries.flatMap((entry) => entryWrites(now, entry)),
    ...updateGuardedBalances(entries.flatMap(({ lines }) => lines)),
  ]
}

/** The entries that these writes post, by recipe and reference. */
export const entriesOf = (writes: readonly Write[]): { recipe: string; reference: string }[] =>
  writes
    .flatMap((one) => (one.write === 'insert' && one.table === 'ledger.entries' ? one.rows : []))
    .map(({ recipe, reference }) => ({ recipe: String(recipe), reference: String(reference) }))

/** The lines a recipe makes of some facts; those of nothing are left out. */
export function linesOf<R extends RecipeName>(recipe: R, facts: Parameters<Recipes[R]>[0]): Line[] {
  return recipes[recipe](facts as never).filter((line: Line) => line.amount.minor !== 0n)
}

type Entry = { recipe: string; reference: string; lines: readonly Line[] }

/** Throws when the lines do not balance: that is a bug in a recipe. */
export const book = (now: Instant, entry: Entry): Write[] => [
  ...entryWrites(now, entry),
  ...updateGuardedBalances(entry.lines),
]

function entryWrites(now: Instant, { recipe, reference, lines }: Entry): Write[] {
  for (const [currency, ofOne] of Map.groupBy(lines, ({ amount }) => amount.currency)) {
    const sum = ofOne.reduce((total, { amount }) => total + amount.minor, 0n)
    assert.equal(sum, 0n, `recipe ${recipe} does not balance in ${currency}`)
  }
  if (lines.length === 0) return []
  const entry = ref(`entry ${recipe}`)
  return [
    insert('ledger.entries', { recipe, reference, posted_at: now }, { as: entry }),
    insert(
      'ledger.lines',
      lines.map(({ account, amount }) => ({
        entry_id: entry,
        account,
        currency: amount.currency,
        minor: amount.minor,
      })),
    ),
  ]
}

/**
 * Updates the locked balances of guarded accounts, which may not fall below zero. A debit of more than the balance
 * matches no row, so the commit goes stale and its use case decides again on the current balance. Accounts are updated
 * in the order of their names, so that two commits on the same accounts cannot deadlock.
 */
function updateGuardedBalances(lines: readonly Line[]): Write[] {
  const kept = Map.groupBy(
    lines.filter(({ account }) => isGuarded(account)),
    ({ account }) => account,
  )
  return [...kept]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([account, ofOne]) => {
      const grows = ofOne.reduce((total, { amount }) => total + guardedMinor(account, amount.minor), 0n)
      const enough = grows < 0n ? { minor: atLeast(-grows) } : {}
      const where = { account, currency: ofOne[0]!.amount.currency, ...enough }
      return grows === 0n ? [] : [update('ledger.guarded_balances', { set: { minor: increase(grows) }, where })]
    })
}
