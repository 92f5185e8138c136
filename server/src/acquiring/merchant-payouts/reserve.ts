import { type Earned, planReleases, reserveReleaseIds } from '#acquiring/payments'
import { type MerchantId, merchantLock } from '#core/directory'
import { post } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import { commit, insert, type Ref, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { DueWork } from '#kernel/work/due-work.ts'
import { exclusiveWork, type Lease } from '#kernel/work/exclusive-work.ts'
import type { MerchantPayoutsContext } from './context.ts'
import { type Terms, termsOfMerchants } from './terms.ts'

type ClosedBatch = { batchId: bigint | Ref; currency: Currency; earnings: readonly Earned[]; wait: boolean }

/**
 * What follows when a batch is closed, for its commit: what each merchant has earned in it, with the day on which it can be
 * paid, the part that is held in reserve, and the end of the waiting of the rest. What the reserve holds does not wait as well.
 */
export async function recordEarnings(db: Db, now: Instant, batch: ClosedBatch): Promise<Write[]> {
  const { batchId, currency, earnings } = batch
  if (earnings.length === 0) return []
  const merchantIds = earnings.map(({ merchantId }) => merchantId)
  const [terms, releaseIds] = await Promise.all([
    termsOfMerchants(db, merchantIds),
    reserveReleaseIds(db, batch.wait ? earnings.length : 0),
  ])
  const availableAt = (merchantId: MerchantId) => now.add({ hours: 24 * terms.get(merchantId)!.delayDays })
  const reserveMinor = ({ merchantId, capturedMinor }: Earned) =>
    (capturedMinor * BigInt(terms.get(merchantId)!.reserve.basisPoints)) / 10_000n
  const reserves = await Promise.all(
    earnings.map((earned) =>
      reserveOf(db, now, batch, earned, { ...terms.get(earned.merchantId)!.reserve, minor: reserveMinor(earned) }),
    ),
  )
  return [
    insert(
      'merchant_payouts.earnings',
      earnings.map(({ merchantId, capturedMinor, minor }) => ({
        batch_id: batchId,
        merchant_id: merchantId,
        currency,
        captured_minor: capturedMinor,
        minor,
        closed_at: now,
        available_at: availableAt(merchantId),
      })),
    ),
    ...planReleases(
      now,
      releaseIds.map((id, at) => {
        const earned = earnings[at]!
        const { merchantId, pendingMinor: minor } = earned
        const reserved = reserveMinor(earned)
        const reservedMinor = reserved < minor ? reserved : minor
        const owner = { id, batchId, merchantId, currency, availableAt: availableAt(merchantId) }
        return { ...owner, minor, isMoved: false, reservedMinor }
      }),
    ),
    ...reserves.flat(),
  ]
}

async function reserveOf(
  db: Db,
  now: Instant,
  { batchId, currency }: ClosedBatch,
  { merchantId }: Earned,
  reserve: Terms['reserve'] & { minor: bigint },
): Promise<Write[]> {
  const { minor } = reserve
  if (minor === 0n) return []
  const id = await reserveReserveId(db)
  const releaseAt = later(now.add({ hours: 24 * reserve.days }), await lastRelease(db, { merchantId, currency }))
  return [
    insert('merchant_payouts.reserves', {
      id,
      batch_id: batchId,
      merchant_id: merchantId,
      currency,
      basis_points: reserve.basisPoints,
      minor,
      held_at: now,
      release_at: releaseAt,
      released_at: null,
      due_at: releaseAt,
    }),
    ...post(now, 'merchantReserveHeld', reserveReference(id), { merchantId, amount: money(minor, currency) }),
  ]
}

/** Reserves are released in the order in which they were held, also after the terms were shortened. */
async function lastRelease(
  db: Db,
  { merchantId, currency }: { merchantId: MerchantId; currency: Currency },
): Promise<Instant | undefined> {
  const row = await db.read
    .selectFrom('merchant_payouts.reserves')
    .select('release_at as at')
    .where('merchant_id', '=', merchantId)
    .where('currency', '=', currency)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

const later = (one: Instant, other: Instant | undefined): Instant =>
  other && Temporal.Instant.compare(other, one) > 0 ? other : one

async function reserveReserveId(db: Db): Promise<bigint> {
  const [row] = await db.run(`select nextval(pg_get_serial_sequence('merchant_payouts.reserves', 'id')) as id`, [])
  return row!.id as bigint
}

/** By which the books name it. */
const reserveReference = (id: bigint): string => `reserve ${id}`

/**
 * Releases the reserves of a merchant whose time has come, in the order in which they were held, each once: the merchant is
 * owed them again. One worker at a time does all that are due of a merchant.
 */
export const reserveWork = (ctx: MerchantPayoutsContext): DueWork =>
  exclusiveWork(ctx, {
    name: 'release reserves',
    table: 'merchant_payouts.reserves',
    owner: { kind: 'merchant', column: 'merchant_id' },
    subject: 'merchant_id',
    leaseMs: 120_000,
    run: async (merchant, lease) => {
      while ((await releaseSome(ctx, Number(merchant) as MerchantId, lease)) === releasedAtOnce);
    },
  })

/** Returns how many were due. */
const releaseSome = (ctx: MerchantPayoutsContext, merchantId: MerchantId, lease: Lease): Promise<number> =>
  ctx.db.locked([merchantLock(merchantId)], { name: 'reserve' }, async (db) => {
    const now = ctx.clock.now()
    const due = await db.read
      .selectFrom('merchant_payouts.reserves')
      .select(['id', 'currency', 'minor'])
      .where('merchant_id', '=', merchantId)
      .where('due_at', '<=', now)
      .orderBy('id')
      .limit(releasedAtOnce)
      .execute()
    const writes = due.flatMap((reserve) => [
      update('merchant_payouts.reserves', {
        set: { released_at: now, due_at: null, leased_until: null },
        where: { id: reserve.id, released_at: null },
      }),
      ...post(now, 'merchantReserveReleased', reserveReference(reserve.id), {
        merchantId,
        amount: money(reserve.minor, reserve.currency),
      }),
    ])
    if (due.length > 0) await commit({ ...ctx, db }, now, [lease.kept(), ...writes], 'reserve')
    return due.length
  })
const releasedAtOnce = 100
