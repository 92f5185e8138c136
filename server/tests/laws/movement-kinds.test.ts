import { expect, test } from 'vitest'
import { kindOf as kindForMerchants, noMovements } from '../../src/acquiring/statements/movement-kind.ts'
import { recipesPage } from '../../src/docs/recipes-page.ts'
import { kindOf, noMovements as noneOfCustomers } from '../../src/issuing/accounts/statements/movement-kind.ts'

type Half = { account: RegExp; kindOf(recipe: string): { kind: string } }
const isOneOf = (recipes: readonly string[], recipe: string) => recipes.includes(recipe)
const customers: Half = {
  account: /^\| holder:/m,
  kindOf: (recipe) => (isOneOf(noneOfCustomers, recipe) ? { kind: 'none' } : kindOf(recipe)),
}
const merchants: Half = {
  account: /^\| merchant:\d+:(payable|pending)/m,
  // What a merchant is owed stays the same when it becomes available.
  kindOf: (recipe) => (isOneOf(noMovements, recipe) ? { kind: 'none' } : kindForMerchants(recipe)),
}

/** The recipes that book on such accounts and are an adjustment in a statement, for want of a kind. */
const unnamed = (page: string, half: Half): string[] =>
  page
    .split(/^## /m)
    .filter((section) => half.account.test(section))
    .map((section) => /^\w+/.exec(section)![0])
    .filter((recipe) => half.kindOf(recipe).kind === 'adjustment')

test('every recipe that books on accounts of customers or merchants has a kind and a description in their statements', () => {
  expect(unnamed(recipesPage(), customers)).toEqual([])
  expect(unnamed(recipesPage(), merchants)).toEqual([])
  const page = '## loafGiven\n\n| holder:7:available | | 1.00 |\n| merchant:7:payable | 1.00 | |\n\n## batchClosed\n'
  expect([unnamed(page, customers), unnamed(page, merchants)]).toEqual([['loafGiven'], ['loafGiven']])
})
