import { hash } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from './db.ts'
import type { KeysetList } from './keyset.ts'
import { fitsAll, streamOf, streams } from './keyset-streams.ts'

/** How many entries a list has. */
export type Counted = { total: number; totalIsExact: boolean }

/** Counts up to so many, and looks at so many for it. */
export const countMax = 10_000
const countLooksMax = 10_000

/** Counts a list up to `countMax`. What a filter selects is counted among the first `countLooksMax` entries: at least so many. */
export async function countKeyset(db: Reader, list: KeysetList): Promise<Counted> {
  const looks = looksToCount(list)
  const { rows } = await counting(list).execute(db.read)
  const { total, looked } = rows[0]!
  return {
    total: Math.min(Number(total), countMax),
    totalIsExact: total <= countMax && looked < looks,
  }
}

/** The same for lists with the same entries alone, those of other sites and partners among what differs. */
export function countKey(db: Reader, list: KeysetList): string {
  const { sql: text, parameters } = counting(list).compile(db.read)
  const values = parameters.map((value) => (Array.isArray(value) ? value.map(String) : String(value)))
  return hash('sha256', JSON.stringify([text, values]), 'base64url')
}

const looksToCount = ({ conditions }: KeysetList): number => (conditions.length === 0 ? countMax + 1 : countLooksMax)

function counting(list: KeysetList): RawBuilder<{ total: bigint; looked: bigint }> {
  // A list by its ids is counted by them, whatever it is sorted by.
  const stream = streamOf({ ...list, by: undefined }, undefined, true)
  const looks = sql.lit(looksToCount(list))
  return sql`
    select count(*) filter (where fits) as total, count(*) as looked from (
      select each.fits from ${streams(list)} (
        select ${fitsAll(list.conditions)} as fits from ${sql.table(list.table)} as entry
        where ${stream.where} order by ${stream.order} limit ${looks}) as each
      limit ${looks}) as looked`
}

type Snapshots = {
  snapshot<T>(work: (moment: Reader) => Promise<T>, limits: { statementTimeoutMs: number }): Promise<T>
}

/** Counts all of a list, however long that takes; undefined if it takes longer than `exactMsMax`. */
export async function countExactly(db: Snapshots, list: KeysetList): Promise<Counted | undefined> {
  const total = await countTo(db, list, undefined)
  return total === undefined ? undefined : { total, totalIsExact: true }
}

/** Counts a list, whatever its filters, up to `max`; undefined if it takes longer than `exactMsMax`. */
export async function countTo(db: Snapshots, list: KeysetList, max: number | undefined): Promise<number | undefined> {
  const splits = list.splits.map(({ values }) => values)
  const conditions = [...list.splits.map(({ is }) => is), ...list.conditions, sql<SqlBool>`true`]
  const limit = max === undefined ? sql`` : sql`limit ${sql.lit(max)}`
  const counting = sql<{ total: bigint }>`
    select count(*) as total from (
      select from ${sql.join([...splits, sql`${sql.table(list.table)} as entry`], sql` cross join `)}
      where ${sql.join(conditions, sql` and `)} ${limit}) as counted`
  try {
    const { rows } = await db.snapshot((moment) => counting.execute(moment.read), { statementTimeoutMs: exactMsMax })
    return Number(rows[0]!.total)
  } catch (error) {
    if ((error as { code?: string }).code === statementTimedOut) return undefined
    throw error
  }
}
const exactMsMax = 5_000
const statementTimedOut = '57014'
