import { auditEntry, platformOwner } from '#core/directory'
import { endOlderSessions, type SessionId } from '#issuing/holders'
import { endOpenChallenges } from '#issuing/threeds'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { changeRows, changeUncodedRows, deleteRows, rowsInOrder } from '#kernel/db/bound/changed-rows.ts'
import type { Bound } from '#kernel/db/bound/open-bound.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Authored } from '../environment/row.ts'
import { cutOffs, deletedRows } from './cut-offs.ts'

/** The transaction of the test copy. */
export type CopyingContext = Omit<Authored, 'db'> & { db: Db & { bound: Bound } }

/** How many rows of each table were cut off. */
export type CutOffRows = Readonly<Record<string, number>>

/** Cuts off everything that leaves the installation or lets somebody in, with an audit entry for each thing. */
export async function cutOffEverything(ctx: CopyingContext): Promise<CutOffRows> {
  const { db, now } = ctx
  const rows: Record<string, number> = {}
  const clock = { now: () => now, wall: () => now }
  rows['threeds.challenges'] = await endOpenChallenges({ ...ctx, clock }, ctx.by)
  rows['holders.sessions'] = await endSessions({ ...ctx, clock })
  const audited = new Map<string, { type: string; id: string; after: Record<string, unknown> }>()
  for (const { table, which, set, audited: entry } of cutOffs) {
    if (entry)
      for (const { id } of await db.run(
        `select distinct ${entry.id} as id from ${table} r where ${which}`,
        valuesIn(which, now),
      )) {
        const name = `${entry.type} ${id}`
        audited.set(name, { type: entry.type, id: String(id), after: { ...audited.get(name)?.after, ...entry.after } })
      }
    rows[table] = await change(db, { table, which, set, now })
  }
  for (const table of deletedRows) rows[table] = await deleteAll(db, table)
  const entries = [...audited.values()].map(({ type, id, after }) =>
    auditEntry(now, ctx.by, { action: 'cutOffForTests', owner: platformOwner, subject: { type, id }, after }),
  )
  for (let from = 0; from < entries.length; from += pageSize)
    await commit(ctx, now, entries.slice(from, from + pageSize), 'cut-off-everything')
  return Object.fromEntries(Object.entries(rows).filter(([, count]) => count > 0))
}
const pageSize = 500

type Change = { table: string; which: string; set: string; now: Instant }

async function change(db: CopyingContext['db'], { table, which, set, now }: Change): Promise<number> {
  const of = db.bound.tables.get(table)
  if (!of) return changeUncodedRows(db, table, { which, set }, valuesIn(`${which} ${set}`, now))
  const text = (sql: string) => ({ sql, values: valuesIn(sql, now) })
  const parts = { which: text(which), set: text(set), limit: pageSize }
  let rows = 0
  for (let changed = 1; changed > 0; rows += changed) changed = await changeRows(db, of, parts)
  return rows
}

/** The database does not take a value that its statement has no place for. */
const valuesIn = (sql: string, now: Instant): Instant[] => (sql.includes('$1') ? [now] : [])

async function deleteAll(db: CopyingContext['db'], table: string): Promise<number> {
  const of = db.bound.tables.get(table)!
  let rows = 0
  for (;;) {
    const page = await rowsInOrder(db, of, undefined, pageSize)
    if (page.length === 0) return rows
    rows += (await deleteRows(db, of, page)).length
  }
}

/** Sessions end with an event, which their seals follow. */
async function endSessions(ctx: CopyingContext & { clock: Clock }): Promise<number> {
  let rows = 0
  for (;;) {
    const page = await ctx.db.run(
      `select id from holders.sessions where ended_at is null and expires_at > $1 order by id limit ${pageSize}`,
      [ctx.now],
    )
    if (page.length === 0) return rows
    const ids = page.map(({ id }) => id as SessionId)
    rows += await endOlderSessions(ctx, ids)
  }
}
