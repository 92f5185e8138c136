import type { Difference } from '#kernel/audit/findings.ts'
import { linesText, type StoredLine } from '#kernel/audit/format.ts'
import { grouped } from '#kernel/audit/pages.ts'
import type { Reader } from '#kernel/db/db.ts'
import { linesOf } from '../post.ts'
import { type RecipeName, type Recipes, recipes } from '../recipes.ts'

/** An entry as it is in the ledger. */
export type BookedEntry = { id: bigint; recipe: string; lines: readonly StoredLine[] }

/** The entries of these references, by reference. */
export async function entriesOf(moment: Reader, references: readonly string[]): Promise<Map<string, BookedEntry[]>> {
  const rows = (await moment.run(
    `select e.id, e.recipe, e.reference, l.account, l.currency, l.minor
     from ledger.entries e left join ledger.lines l on l.entry_id = e.id
     where e.recipe = any($1) and e.reference = any($2)
     order by e.id`,
    [Object.keys(recipes), references],
  )) as ({ id: bigint; recipe: string; reference: string } & { [K in keyof StoredLine]: StoredLine[K] | null })[]
  const byReference = grouped(rows, ({ reference }) => reference)
  return new Map(
    [...byReference].map(([reference, ofOne]) => [
      reference,
      [...grouped(ofOne, ({ id }) => id)].map(([id, lines]) => ({
        id,
        recipe: lines[0]!.recipe,
        lines: lines.filter((line): line is typeof line & StoredLine => line.account !== null),
      })),
    ]),
  )
}

/** An entry that a history calls for: one of our recipes, and the facts it is made of. */
export type CalledFor = { [R in RecipeName]: { recipe: R; facts: Parameters<Recipes[R]>[0] } }[RecipeName]

/** Every entry that is called for is there with exactly the lines of its recipe, and no other is. */
export function compareEntries(
  { about, reference }: { about: string; reference: string },
  calledFor: readonly CalledFor[],
  booked: readonly BookedEntry[],
): Difference[] {
  const should = calledFor.map(({ recipe, facts }) => ({ recipe, lines: linesTextOf(recipe, facts) }))
  const missing = should.filter(
    ({ recipe, lines }) => lines !== nothing && !booked.some((entry) => entry.recipe === recipe),
  )
  const surplus = booked.filter((entry) => !should.some(({ recipe }) => recipe === entry.recipe))
  const wrong = booked.flatMap((entry) => {
    const right = should.find(({ recipe }) => recipe === entry.recipe)
    return right && right.lines !== linesText(entry.lines) ? [{ entry, right }] : []
  })
  const looking = `ledger.entries where reference = '${reference}'`
  return [
    ...missing.map(({ recipe, lines }) => ({
      about,
      wrong: `its history requires ${recipe}, which is not in the ledger`,
      actual: nothing,
      should: lines,
      look: `${looking}, and the history`,
    })),
    ...surplus.map(({ id, recipe, lines }) => ({
      about,
      wrong: `${recipe} is in the ledger, and its history does not require it`,
      actual: linesText(lines),
      should: nothing,
      look: `entry ${id}, and the history`,
    })),
    ...wrong.map(({ entry, right }) => ({
      about,
      wrong: `${right.recipe} does not fit the facts of its row`,
      actual: linesText(entry.lines),
      should: right.lines,
      look: `entry ${entry.id}, and the facts of ${reference}`,
    })),
  ]
}

const linesTextOf = (recipe: RecipeName, facts: CalledFor['facts']): string =>
  linesText(linesOf(recipe, facts as never).map(({ account, amount }) => ({ account, ...amount })))
const nothing = linesText([])
