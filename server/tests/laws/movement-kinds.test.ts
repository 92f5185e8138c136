import { expect, test } from 'vitest'
import { recipesPage } from '../../src/docs/recipes-page.ts'
import { kindOf } from '../../src/issuing/accounts/statements/movement-kind.ts'

/** The recipes that book on accounts of customers and are an adjustment in a statement, for want of a kind. */
const unnamed = (page: string): string[] =>
  page
    .split(/^## /m)
    .filter((section) => /^\| holder:/m.test(section))
    .map((section) => /^\w+/.exec(section)![0])
    .filter((recipe) => kindOf(recipe).kind === 'adjustment')

test('every recipe that books on accounts of customers has a kind and a description in their statements', () => {
  expect(unnamed(recipesPage())).toEqual([])
  expect(unnamed('## loafGiven\n\n| holder:7:available | | 1.00 |\n\n## batchClosed\n')).toEqual(['loafGiven'])
})
