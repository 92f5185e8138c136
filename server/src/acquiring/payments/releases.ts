import type { MerchantId } from '#core/directory'
import { post } from '#core/ledger'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import { commit, decide, insert, type Ref, update, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { isolateEach } from '#kernel/db/isolate-failures.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'

/** The waiting money of a merchant in a closed batch. */
export type NewRelease = {
  id: bigint
  batchId: bigint | Ref
  merchantId: MerchantId
  currency: Currency
  /** Minor units; what its payments in the batch have waiting, or what was earned before there was an account for it. */
  minor: bigint
  isMoved: boolean
  /** Of it, what a reserve takes at once. */
  reservedMinor: bigint
  availableAt: Instant
}

/** Sets ids aside, so that entries can name them in the commit that inserts them. */
export async function reserveReleaseIds(db: Db, count: number): Promise<bigint[]> {
  const rows = await db.run(
    `select nextval(pg_get_serial_sequence('payments.releases', 'id')) as id from generate_series(1, $1)`,
    [count],
  )
  return rows.map(({ id }) => id as bigint)
}

/** For the commit that closes a batch: one row for each merchant. What need not wait is released at once. */
export function planReleases(now: Instant, releases: readonly NewRelease[]): Write[] {
  if (releases.length === 0) return []
  const rows = releases.map((release) => ({
    id: release.id,
    batch_id: release.batchId,
    merchant_id: release.merchantId,
    currency: release.currency,
    pending_minor: release.minor - release.reservedMinor,
    reserved_minor: release.reservedMinor,
    moved_minor: release.isMoved ? release.minor : null,
    released_at: isOver(now, release) ? now : null,
    due_at: isOver(now, release) ? null : release.availableAt,
  }))
  // Another process moves what was earned before, too.
  const onDuplicate = { releases_batch_id_merchant_id_key: 'stale' } as const
  return [insert('payments.releases', rows, { onDuplicate }), ...releases.flatMap((release) => entriesOf(now, release))]
}

const isOver = (now: Instant, { availableAt }: Pick<NewRelease, 'availableAt'>): boolean =>
  Temporal.Instant.compare(availableAt, now) <= 0

function entriesOf(now: Instant, release: NewRelease): Write[] {
  const { id, merchantId, currency, minor, reservedMinor } = release
  const reference = releaseReference(id)
  const part = (of: bigint) => ({ parts: [{ merchantId, amount: money(of, currency) }] })
  return [
    ...(release.isMoved ? post(now, 'merchantEarningsMovedToPending', reference, part(minor)) : []),
    ...post(now, 'merchantEarningsTaken', reference, part(reservedMinor)),
    ...(isOver(now, release) ? releaseEntry(now, { id, merchantId, currency, minor: minor - reservedMinor }) : []),
  ]
}

/** By which the books name it. */
const releaseReference = (id: bigint): string => `release ${id}`

type Left = { id: bigint; merchantId: MerchantId; currency: Currency; minor: bigint }
const releaseEntry = (now: Instant, { id, merchantId, currency, minor }: Left): Write[] =>
  post(now, 'merchantEarningsReleased', releaseReference(id), { merchantId, amount: money(minor, currency) })

/** Of a batch, by merchant: what still waits. */
export async function openReleases(
  db: Reader,
  batchId: bigint,
): Promise<ReadonlyMap<MerchantId, { id: bigint; minor: bigint }>> {
  const rows = await db.read
    .selectFrom('payments.releases')
    .select(['id', 'merchant_id as merchantId', 'pending_minor as minor'])
    .where('batch_id', '=', batchId)
    .where('released_at', 'is', null)
    .execute()
  return new Map(rows.map(({ merchantId, ...release }) => [merchantId, release]))
}

/** Of closed batches: what still waits of a merchant's money, in minor units. */
export async function waitingInClosed(
  db: Reader,
  { merchantId, currency }: { merchantId: MerchantId; currency: Currency },
): Promise<bigint> {
  const rows = await db.read
    .selectFrom('payments.releases')
    .select('pending_minor as minor')
    .where('merchant_id', '=', merchantId)
    .where('due_at', 'is not', null)
    .where('currency', '=', currency)
    .execute()
  return rows.reduce((sum, { minor }) => sum + minor, 0n)
}

/** Those of the batches in which the waiting of a merchant's money has an end, or has ended. */
export async function batchesWithRelease(
  db: Reader,
  { merchantId, batchIds }: { merchantId: MerchantId; batchIds: readonly bigint[] },
): Promise<ReadonlySet<bigint>> {
  if (batchIds.length === 0) return new Set()
  const rows = await db.read
    .selectFrom('payments.releases')
    .select('batch_id')
    .where('merchant_id', '=', merchantId)
    .where('batch_id', 'in', [...batchIds])
    .execute()
  return new Set(rows.map(({ batch_id }) => batch_id))
}

export type ReleasesContext = Writer & { clock: Clock; log: Log }

/** The moment at which the earnings of a merchant in a batch are available; undefined: it has none. */
export type AvailableFrom = (
  db: Db,
  earned: { merchantId: MerchantId; batchId: bigint },
) => Promise<Instant | undefined>

/** Makes available what has waited long enough. `availableFrom` decides; the due time only says when to look. */
export const releaseWork = (ctx: ReleasesContext, availableFrom: AvailableFrom): DueWork<bigint> => ({
  name: 'release earnings of merchants',
  owner: { kind: 'merchant', column: 'merchant_id' },
  ...claimDue(ctx, 'payments.releases', { leaseMs: 60_000 }),
  run: (id) => release(ctx, availableFrom, id),
})

/**
 * All of a merchant that are due: a payout does not wait for a worker. One that cannot be released keeps only its own money:
 * it stays due, and workers report it until it is.
 */
export async function releaseDue(
  ctx: ReleasesContext,
  availableFrom: AvailableFrom,
  merchantId: MerchantId,
): Promise<void> {
  const due = await ctx.db.read
    .selectFrom('payments.releases')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('due_at', '<=', ctx.clock.now())
    .orderBy('id')
    .execute()
  const each = isolateEach()
  for (const { id } of due) await each.attempt(() => release(ctx, availableFrom, id))
  try {
    each.finish()
  } catch (error) {
    ctx.log.error({ merchant: String(merchantId), err: error }, 'earnings of a merchant could not be released')
  }
}

const release = (ctx: ReleasesContext, availableFrom: AvailableFrom, id: bigint): Promise<void> =>
  decide(async () => {
    const row = await ctx.db.read
      .selectFrom('payments.releases')
      .select(['batch_id as batchId', 'merchant_id as merchantId', 'currency', 'pending_minor as minor'])
      .select('released_at as releasedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (row.releasedAt) return
    const now = ctx.clock.now()
    const availableAt = await availableFrom(ctx.db, row)
    if (!availableAt) throw new Error(`release ${id} is of no earnings`)
    // What a refund takes at this moment is not released as well.
    const where = { id, released_at: null, pending_minor: row.minor }
    const isDone = isOver(now, { availableAt })
    const set = isDone
      ? { released_at: now, due_at: null, leased_until: null }
      : { due_at: availableAt, leased_until: null }
    const entry = isDone ? releaseEntry(now, { id, ...row }) : []
    await commit(ctx, now, [update('payments.releases', { set, where }), ...entry], 'releases')
  })
