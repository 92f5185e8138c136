import { setTimeout as pause } from 'node:timers/promises'
import { auditEntry, platformOwner, workAuthor } from '#core/directory'
import { endOlderSessions, type SessionId } from '#issuing/holders'
import type { Clock } from '#kernel/base/clock.ts'
import type { BoundTable } from '#kernel/db/bound/bound-table.ts'
import {
  type BoundRow,
  deleteRows,
  endBindingOf,
  giveCodes,
  hasNoFittingCode,
  keyOf,
  rowsInOrder,
  tablesToBind,
} from '#kernel/db/bound/changed-rows.ts'
import type { Bound } from '#kernel/db/bound/open-bound.ts'
import { commit, type Writer } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { olderPrograms } from '#kernel/db/program-names.ts'
import type { Log } from '#kernel/telemetry/log.ts'

export type BindingContext = Writer & { clock: Clock; log: Log }

/** The result of a look: all tables are bound, or these programs of an older version are still connected. */
export type Binding = 'done' | { older: readonly string[] }

/**
 * Makes codes for the rows that an older version made, table by table, once no program of that version is connected: such a
 * one changes rows without knowing of codes. What was written by hand before gets codes too, so each batch has an audit
 * entry with the keys of its rows. It may be stopped anywhere and begun again, and several processes may do it at once.
 */
export async function bindOlderRows(ctx: BindingContext, url: string): Promise<Binding> {
  const { bound } = ctx.db
  const waiting = bound ? await tablesToBind(ctx.db) : []
  for (const name of waiting) {
    const of = bound!.tables.get(name)
    // A later version has named one that this program does not know.
    if (!of) continue
    const older = await bindTable(ctx, of, url)
    if (older.length > 0) return { older }
    // A row that was made without a code meanwhile is found by the next look.
    if (!(await endBindingOf(ctx.db, name))) throw new Error(`rows without a code are still made in ${name}`)
  }
  return 'done'
}

/** Every row of the table in the order of its key. Returns the older programs that have kept it from going on. */
async function bindTable(ctx: BindingContext, of: BoundTable, url: string): Promise<readonly string[]> {
  let [after, tries, rows] = [undefined as BoundRow | undefined, 0, 0]
  for (;;) {
    const older = await olderPrograms(ctx.db, url)
    if (older.length > 0) return older
    const page = await rowsInOrder(ctx.db, of, after, pageSize)
    if (page.length === 0) break
    const without = await hasNoFittingCode(boundDb(ctx.db), of, page)
    const done = await settleRows(ctx, of, without, { action: 'rowsBound' })
    rows += done
    // The others were changed meanwhile, by this version: they may fit now, or have no code as before.
    if (done < without.length && tries++ < triesMax) continue
    if (done < without.length) throw new Error(`rows of ${of.table} change faster than they get codes`)
    ;[after, tries] = [page.at(-1), 0]
  }
  ctx.log.info({ table: of.table, rows, became: became(of) }, 'codes: the rows that an older version made are settled')
  return []
}
/** Within some milliseconds, in which other writers of these rows wait. */
export const pageSize = 500
const triesMax = 20

/**
 * Settles rows without a fitting code as their table says: they get one, end and get one, or are deleted. Returns how many
 * were still as they were read. The audit entry has the keys of those that stay.
 */
export async function settleRows(
  ctx: BindingContext,
  of: BoundTable,
  rows: readonly BoundRow[],
  { action, key }: { action: 'rowsBound' | 'rowsBoundAgain'; key?: string },
): Promise<number> {
  if (rows.length === 0) return 0
  const now = ctx.clock.now()
  // These are ended with an event, and are changed rows then: the next look gives them codes.
  const ended = (await endings[of.table]?.(ctx, rows)) ?? 0
  if (ended > 0) return 0
  const end = typeof of.older === 'object' && !endings[of.table] ? { by: of.older.endsBy, at: now } : undefined
  return ctx.db.locked([], { name: 'bind-rows' }, async (tx) => {
    const inside = boundDb(tx)
    const changed =
      of.older === 'delete' ? await deleteRows(inside, of, rows) : await giveCodes(inside, of, rows, { end })
    if (changed.length === 0) return 0
    const keys = of.older === 'delete' ? {} : { keys: changed.map((row) => keyOf(of, row).join(' ')) }
    const after = { ...(key && { key }), rows: changed.length, became: became(of), ...keys }
    const subject = { type: 'table', id: of.table }
    await commit(
      { ...ctx, db: tx },
      now,
      [auditEntry(now, bindingAuthor, { action, owner: platformOwner, subject, after })],
      'bind-rows',
    )
    return changed.length
  })
}

export const bindingAuthor = workAuthor('codes of rows')

const became = ({ older }: BoundTable) => (older === 'bind' ? 'bound' : older === 'delete' ? 'deleted' : 'ended')

/** Sessions of customers end with an event, which their seals follow. */
const endings: Readonly<Record<string, (ctx: BindingContext, rows: readonly BoundRow[]) => Promise<number>>> = {
  'holders.sessions': (ctx, rows) =>
    endOlderSessions(
      ctx,
      rows.map(({ id }) => id as SessionId),
    ),
}

/** The database, which was opened with the codes of its rows. */
export function boundDb(db: Db): BoundDb {
  if (!hasCodes(db)) throw new Error('this database was opened without the codes of its rows')
  return db
}
type BoundDb = Db & { bound: Bound }
const hasCodes = (db: Db): db is BoundDb => db.bound !== undefined

/**
 * Looks now and every `everyMs` milliseconds until every table is bound or it is stopped. An older version that is still
 * connected is named in the log when it is seen first.
 */
export function startBinding(
  ctx: BindingContext,
  { url, everyMs }: { url: string; everyMs: number },
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let named = ''
  const look = async (): Promise<Binding | undefined> => {
    try {
      return await bindOlderRows(ctx, url)
    } catch (err) {
      ctx.log.error({ err }, 'codes: rows of an older version were not settled; it is tried again')
      return undefined
    }
  }
  const keepOn = async () => {
    while (!stopping.signal.aborted) {
      const found = await look()
      if (found === 'done') return
      const older = found?.older.join(', ') ?? named
      if (older !== named)
        ctx.log.info({ older }, 'codes: rows of an older version wait until no program of it is connected')
      named = older
      await pause(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  const whole = keepOn()
  return {
    stop: () => {
      stopping.abort()
      return whole
    },
  }
}
