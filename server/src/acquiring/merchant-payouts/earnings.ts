import {
  batchesWithRelease,
  hasEarningsToMove,
  pendingSince,
  planReleases,
  reserveReleaseIds,
  waitingInClosed,
} from '#acquiring/payments'
import type { MerchantId } from '#core/directory'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import { genuineRow } from '#kernel/db/bound/genuine.ts'
import { commit, decide, type Writer } from '#kernel/db/commit/commit.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { isolateEach } from '#kernel/db/isolate-failures.ts'

/** The moment at which the earnings of a merchant in a batch are available; undefined: it has none. */
export async function availableFrom(
  db: Db,
  { merchantId, batchId }: { merchantId: MerchantId; batchId: bigint },
): Promise<Instant | undefined> {
  const found = await db.read
    .selectFrom('merchant_payouts.earnings')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return (await genuineRow(db, 'merchant_payouts.earnings', found))?.available_at
}

type Input = { merchantId: MerchantId; currency: Currency; now: Instant }

/** `minor`: of a merchant's money, what waits in closed batches. */
type Waiting = { isMoving: boolean; minor: bigint }

/**
 * The money that waits in closed batches, and whether some money of a merchant is not where it waits yet, since it was earned
 * by a version that had no such account: then the balances are not what is available.
 */
export async function waitingOf(db: Db, input: Input): Promise<Waiting> {
  const beganAt = await pendingSince(db)
  const [toMove, earlier, waiting] = await Promise.all([
    beganAt ? hasEarningsToMove(db, input.merchantId) : true,
    earningsWithoutRelease(db, { ...input, beganAt: beganAt ?? input.now }),
    waitingInClosed(db, input),
  ])
  const minor = earlier.reduce((sum, earned) => sum + earned.minor, waiting)
  return { isMoving: toMove || earlier.length > 0, minor }
}

/**
 * Lets what merchants have earned in batches of before wait where it should, until the day that was set when they were closed. Safe to
 * begin again at any point, and in any number of processes.
 */
export async function moveClosedEarnings(ctx: Writer & { db: Db; clock: Clock }): Promise<void> {
  const beganAt = await pendingSince(ctx.db)
  if (!beganAt) return
  const now = ctx.clock.now()
  const rows = await ctx.db.run(
    `select distinct merchant_id as "merchantId", currency from merchant_payouts.earnings where available_at > $1 order by 1, 2`,
    [now],
  )
  const each = isolateEach()
  for (const owner of rows as Pick<Input, 'merchantId' | 'currency'>[])
    await each.attempt(() => moveClosedOf(ctx, { ...owner, now, beganAt }))
  each.finish()
}

const moveClosedOf = (
  ctx: Writer & { db: Db; clock: Clock },
  { now, beganAt, ...owner }: Input & { beganAt: Instant },
) =>
  decide(async () => {
    const earlier = await earningsWithoutRelease(ctx.db, { ...owner, now, beganAt })
    const ids = await reserveReleaseIds(ctx.db, earlier.length)
    const releases = earlier.map((earned, at) => ({
      ...owner,
      ...earned,
      id: ids[at]!,
      isMoved: true,
      reservedMinor: 0n,
    }))
    const writes = planReleases(now, releases)
    if (writes.length > 0) await commit(ctx, now, writes, 'earnings')
  })

type Earlier = { batchId: bigint; minor: bigint; availableAt: Instant }

/** The earnings of batches beyond their reserve, in minor units; zero where a batch cost more than it brought. */
async function earningsWithoutRelease(
  db: Reader,
  { merchantId, currency, now, beganAt }: Input & { beganAt: Instant },
): Promise<Earlier[]> {
  const rows = (await db.run(
    `select e.batch_id as "batchId", greatest(e.minor - coalesce(r.minor, 0), 0)::bigint as minor, e.available_at as "availableAt"
     from merchant_payouts.earnings e
     left join merchant_payouts.reserves r on r.batch_id = e.batch_id and r.merchant_id = e.merchant_id and r.released_at is null
     where e.merchant_id = $1 and e.currency = $2 and e.available_at > $3 and e.closed_at < $4 order by e.id`,
    [merchantId, currency, now, beganAt.add(closingTakesAtMost)],
  )) as Earlier[]
  const batchIds = rows.map(({ batchId }) => batchId)
  const released = await batchesWithRelease(db, { merchantId, batchIds })
  return rows.filter(({ batchId }) => !released.has(batchId))
}
/** A process may be closing a batch when waiting begins. */
const closingTakesAtMost = { hours: 1 }
