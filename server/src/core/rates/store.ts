import { sql } from 'kysely'
import type { Asset } from '#kernel/base/assets.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { euro, type RecordedRate } from './rate.ts'

/** The newest rate of each of these assets and the euro that is not later than `now`; assets without one are left out. */
export async function newestRates(
  db: Reader,
  assets: readonly Asset[],
  now: Instant,
): Promise<Map<Asset, RecordedRate>> {
  const rows = await Promise.all(
    assets.map((asset) =>
      db.read
        .selectFrom('rates.rates')
        .select(['base', 'quote', 'rate', 'as_of', 'source'])
        .where('as_of', '<=', now)
        .where(({ or, and, eb }) =>
          or([
            and([eb('base', '=', euro), eb('quote', '=', asset)]),
            and([eb('base', '=', asset), eb('quote', '=', euro)]),
          ]),
        )
        .orderBy('as_of', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ),
  )
  return new Map(rows.flatMap((row, index) => (row ? [[assets[index]!, { ...row, asOf: row.as_of }] as const] : [])))
}

/** The assets that have any rate, in the order of their codes. */
export async function ratedAssets(db: Reader): Promise<Asset[]> {
  const rows = await db.read
    .selectFrom('rates.rates')
    .select(sql<Asset>`case when base = 'EUR' then quote else base end`.as('asset'))
    .distinct()
    .orderBy('asset')
    .execute()
  return rows.map(({ asset }) => asset)
}
