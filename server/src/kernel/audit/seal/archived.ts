import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { Archive } from './tables.ts'

type Table = keyof Schema & string

/**
 * SQL: the rows of a table at this moment were moved to a file, as the chain of seals says. A check that looks for
 * such a row does not miss it. Evaluated for the few rows that are missed otherwise.
 */
export const isArchived = (table: Table, at: string): string => `exists (
  select from seals.seals away where away.detached is not null and away.detached ->> 'table' = '${table}'
    and ${at} >= (away.detached -> 'archive' ->> 'from')::timestamptz
    and ${at} < (away.detached -> 'archive' ->> 'to')::timestamptz)`

/** The same for a check that compares in memory. */
export async function archivedMoments(moment: Reader, table: Table): Promise<(at: Instant) => boolean> {
  const rows = await moment.run(
    `select distinct detached -> 'archive' as archive from seals.seals
     where detached is not null and detached ->> 'table' = $1 and detached ? 'archive'`,
    [table],
  )
  const away = rows.map(({ archive }) => {
    const { from, to } = archive as Archive
    return { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) }
  })
  const { compare } = Temporal.Instant
  return (at) => away.some(({ from, to }) => compare(at, from) >= 0 && compare(at, to) < 0)
}
