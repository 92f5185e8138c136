import type { Generated } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, insert, update, type Writer } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Mark } from './mark-file.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'florin.marks': {
      process: string
      token: string
      before: string | null
      place: string
      timeline: bigint
      made_at: Instant
      number: Generated<bigint>
      synchronous: Generated<boolean>
    }
  }
}

export type NumberedMark = Mark & { number: bigint }

/** A database as PostgreSQL tells it from others, how often it has begun anew, and whether its commits wait for a replica. */
export type Place = { place: string; timeline: bigint; synchronous: boolean }

/** Empty where the server does not say it, as some that are managed by others. */
export async function readPlace({ run }: Pick<Db, 'run'>): Promise<Place> {
  try {
    const [row] = await run(
      `select (select system_identifier from pg_control_system())::text || ' ' || (select oid from pg_database where datname = current_database()) as place,
              ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint as timeline,
              current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') not in ('off', 'local') as synchronous`,
      [],
    )
    return {
      place: String(row!.place),
      timeline: BigInt(row!.timeline as bigint),
      synchronous: row!.synchronous === true,
    }
  } catch {
    return { place: '', timeline: 0n, synchronous: false }
  }
}

/** Whether the database has a mark that was acknowledged, or any after it: a process that finds its own gone makes no more. */
export async function hasMark({ read }: Pick<Db, 'read'>, { process, token, number }: Mark): Promise<boolean> {
  const row = await read
    .selectFrom('florin.marks')
    .select(['token', 'before', 'number'])
    .where('process', '=', process)
    .executeTakeFirst()
  if (!row) return false
  return row.token === token || row.before === token || (number !== undefined && row.number > number)
}

/** Whether a replica was promoted, or a backup restored, that may lack what was acknowledged: no commit has waited for it. */
export const mayLack = (before: Place | undefined, at: Place): boolean =>
  !!before?.place && before.place === at.place && before.timeline !== at.timeline && !before.synchronous

/** The place of the newest mark of any process; undefined before the first one. */
export const newestPlace = ({ read }: Pick<Db, 'read'>): Promise<Place | undefined> =>
  read
    .selectFrom('florin.marks')
    .select(['place', 'timeline', 'synchronous'])
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Writes the first mark of a process, or its next one: the row must have the mark before, or StaleWrite is thrown. */
export async function makeMark(
  ctx: Writer,
  now: Instant,
  { mark, before, at }: { mark: NumberedMark; before: string | undefined; at: Place },
): Promise<void> {
  const { process, token, number } = mark
  const row = { token, number, before: before ?? null, ...at, made_at: now }
  const write =
    before === undefined
      ? insert('florin.marks', { process, ...row })
      : update('florin.marks', { set: row, where: { process, token: before } })
  await commit(ctx, now, [write], 'marks')
}

/**
 * Deletes the marks of processes that ended a year ago, so that there are few, however often programs start. A year before
 * the newest one, so that a machine whose clock is ahead deletes none of those that run.
 */
export async function deleteOldMarks({ run }: Pick<Db, 'run'>, now: Instant): Promise<void> {
  const newest = '(select least($1::timestamptz, max(made_at)) from florin.marks)'
  await run(`delete from florin.marks where made_at < ${newest} - interval '8760 hours'`, [now])
}
