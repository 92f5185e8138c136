import type { UniqueKey, UniqueKeys } from '#kernel/db/commit/unique-keys.ts'
import { type InsertWrite, Ref } from '#kernel/db/commit/writes.ts'

/** What the parts of the statement about one write select from: the parameters with its values, a row for each. */
export type Source = {
  from: string
  /** The number of the commit that a row of it belongs to. */
  commit: string
  value(of: 'row' | 'set' | 'where', name: string): string
}

type Row = Readonly<Record<string, unknown>>

/** Each row of the source, beside the row of the table (`t`) that its conditions name. */
export const conditionsOf = (where: Row, source: Source): string =>
  Object.entries(where)
    .map(([name, value]) => `t.${quote(name)} ${value === null ? 'is null' : `= ${source.value('where', name)}`}`)
    .join(' and ')

/**
 * Locks the rows that are as they were read, and selects the commits that they belong to. A row that another transaction
 * has locked is skipped: waiting for it would delay every commit of the batch.
 */
export const lockPart = (table: string, conditions: string, { from, commit }: Source, isGuard: boolean): string =>
  `select ${commit} as n from ${table} as t, ${from} where ${conditions}
    for ${isGuard ? 'share' : 'no key update'} of t skip locked`

/** The commits that would insert a row whose key is taken; undefined where no key can be looked up before. */
export function takenPart(write: InsertWrite, source: Source, keys: UniqueKeys): string | undefined {
  const row = write.rows[0]!
  const lookups = Object.keys(write.onDuplicate).flatMap((constraint) => {
    const key = keys.get(constraint)
    return key && canLookUp(key, row) ? [takenBy(key, write.table, row, source)] : []
  })
  return lookups.length > 0
    ? `select ${source.commit} as n from ${source.from} where ${lookups.join(' or ')}`
    : undefined
}

/** A key of an id that the commit itself makes is new; and a condition is about columns that are given. */
const canLookUp = ({ columns, about }: UniqueKey, row: Row): boolean =>
  [...columns, ...about].every((name) => name in row && !(row[name] instanceof Ref))

function takenBy({ columns, condition, about }: UniqueKey, table: string, row: Row, source: Source): string {
  const same = columns.map((name) => `t.${quote(name)} = ${source.value('row', name)}`).join(' and ')
  // With a limit, since the database may answer `exists` for many rows by reading the whole table.
  const there = `coalesce((select true from ${table} as t where ${same}${condition ? ` and ${condition}` : ''} limit 1), false)`
  if (!condition) return there
  // The condition of a partial index must hold for the new row as well.
  const given = about.filter((name) => name in row).map((name) => `${source.value('row', name)} as ${quote(name)}`)
  return `((select ${condition} from (select ${given.join(', ')}) as given) and ${there})`
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
