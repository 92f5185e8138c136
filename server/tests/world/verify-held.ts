import type { Db, Reader } from '#kernel/db/db.ts'
import type { App } from '../../src/app/compose.ts'
import type { Report } from '../../src/audit/verify.ts'
import { allTables, type Reset, whichHold } from './reset.ts'

/**
 * `verify` as it is, without the statements that would find nothing: most of its two hundred ask about tables in which a
 * story has no row, and many stories end with it. Whether a statement finds nothing when all of its tables are empty is
 * seen the first time, by sending it.
 */
export async function verifyHeld(app: App, held: Reset['held']): Promise<Report> {
  const { verify } = await import('../../src/audit/verify.ts')
  const { db } = app
  const snapshot: Db['snapshot'] = (work, limits) =>
    db.snapshot(async (moment) => {
      // The first statement fixes the moment, so that no row comes between the two.
      await moment.run('select', [])
      return work(sparing(moment, await held()))
    }, limits)
  return verify({ ...app, db: Object.assign(Object.create(db), { snapshot }) })
}

/** The same for a moment that was opened elsewhere: a reader of it that sends no statement whose tables are all empty in it. */
export async function sparingly(moment: Reader): Promise<Reader> {
  if (tables.length === 0) for (const { name } of await moment.run(allTables, [])) tables.push(String(name))
  const [row] = await moment.run(whichHold(tables), [])
  const held = row!.held as readonly boolean[]
  return sparing(moment, new Map(tables.map((table, at) => [table, held[at]!])))
}
/** All databases of tests have the same. */
const tables: string[] = []

/** The tables of a statement, and whether it finds nothing when they are empty; undefined: not seen yet. */
type Statement = { tables: readonly string[]; isSilent?: boolean }
const statements = new Map<string, Statement>()

function sparing(moment: Reader, held: ReadonlyMap<string, boolean>): Reader {
  return {
    read: moment.read,
    run: async (text, values) => {
      const statement = statements.getOrInsertComputed(text, () => ({ tables: tablesNamedIn(text, held) }))
      const isEmpty = statement.tables.length > 0 && !statement.tables.some((table) => held.get(table))
      if (isEmpty && statement.isSilent) return []
      const rows = await moment.run(text, values)
      if (isEmpty) statement.isSilent = rows.length === 0
      return rows
    },
  }
}

/** None for one that calls a function of ours, which may read any table. */
function tablesNamedIn(text: string, all: ReadonlyMap<string, boolean>): string[] {
  const names = [...text.matchAll(/\b([a-z_]+)\.[a-z_]+\b(\s*\()?/g)]
  const schemas = new Set([...all.keys()].map((table) => table.split('.')[0]))
  if (names.some(([, schema, call]) => call && schemas.has(schema))) return []
  return [...new Set(names.map(([name]) => name))].filter((name) => all.has(name))
}
