import { keepAhead } from '#database/partitions/keep-ahead.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'

type TaskContext = { db: Reader; clock: Clock; log: Log; databaseUrl: string }

/** Makes the partitions of the next months. Without a partitioned table it asks one question of the database. */
export async function preparePartitions({ db, clock, log, databaseUrl }: TaskContext): Promise<void> {
  const found = await db.run(
    `select from pg_catalog.pg_partitioned_table union all
     select from pg_catalog.pg_constraint where conname = 'florin_partition_bound' limit 1`,
    [],
  )
  if (found.length === 0) return
  const kept = await keepAhead(databaseUrl, clock.now())
  if (kept && kept.made.length > 0) log.info({ partitions: kept.made }, 'partitions made')
  if (kept && kept.cleared.length > 0) log.warn({ tables: kept.cleared }, 'a stopped "partitions enable" was cleared')
}
