import type { Db } from '#kernel/db/db.ts'
import type { JournalEntry } from './journal.ts'
import { type EntryRow, entriesOfRows } from './journal.ts'
import { recipes } from './recipes.ts'

/** The entries that were booked about these references, such as `payment 1001`, oldest first. */
export async function entriesAbout(db: Db, references: readonly string[]): Promise<JournalEntry[]> {
  // The key begins with the recipe, so both are given.
  const rows = await db.run(
    `select e.id, e.recipe, e.reference, e.posted_at as "postedAt", l.account, l.currency, l.minor
     from ledger.entries e join ledger.lines l on l.entry_id = e.id
     where e.recipe = any($1) and e.reference = any($2)
     order by e.id, l.minor <= 0, l.account`,
    [Object.keys(recipes), references],
  )
  return entriesOfRows(rows as EntryRow[])
}
