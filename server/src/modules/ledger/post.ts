import assert from 'node:assert/strict'
import type { Instant } from '#kernel/clock.ts'
import { atLeast, increase, insert, ref, update, type Write } from '#kernel/commit.ts'
import { hasFloor } from './accounts.ts'
import type { Line } from './line.ts'
import { type RecipeName, type Recipes, recipes } from './recipes.ts'

/**
 * The writes that book one event. They belong into the commit that makes the event true. The same event cannot be booked
 * twice: `(recipe, reference)` is unique, and a second telling makes its whole commit fail.
 */
export function post<R extends RecipeName>(
  now: Instant,
  recipe: R,
  reference: string,
  facts: Parameters<Recipes[R]>[0],
): Write[] {
  const lines = linesOf(recipe, facts)
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
    ...lines.filter((line) => hasFloor(line.account)).map(moveFloor),
  ]
}

/** The lines a recipe makes of some facts; those of nothing are left out. Throws when they do not balance: that is a bug. */
export function linesOf<R extends RecipeName>(recipe: R, facts: Parameters<Recipes[R]>[0]): Line[] {
  const lines = recipes[recipe](facts as never).filter((line: Line) => line.amount.minor !== 0n)
  const sum = lines.reduce((total, line) => total + line.amount.minor, 0n)
  assert.equal(sum, 0n, `recipe ${recipe} does not balance`)
  assert(new Set(lines.map((line) => line.amount.currency)).size <= 1, `recipe ${recipe} mixes currencies`)
  return lines
}

/**
 * Moves the locked balance of an account that may not go below zero. Taking more than there is meets no row, so the
 * commit goes stale and its use case decides again on what is really there.
 */
function moveFloor({ account, amount }: Line): Write {
  const grows = -amount.minor
  const enough = grows < 0n ? { minor: atLeast(-grows) } : {}
  return update('ledger.floors', {
    set: { minor: increase(grows) },
    where: { account, currency: amount.currency, ...enough },
  })
}
