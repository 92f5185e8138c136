import type { PaymentId } from '#acquiring/ids'
import type { MerchantId } from '#core/directory'
import { post } from '#core/ledger'
import type { Clock } from '#kernel/base/clock.ts'
import { commit, decide, update, type Writer } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import { earnedPending, pendingColumns } from './pending.ts'
import { fromRow } from './row.ts'

/** Earned when nothing waited on an account of its own, and in no batch yet. In the words of the index `payments_to_move`. */
const isToMove = `batch_id is null and pending_minor is null and captured_at is not null
  and type in ('deposit', 'representment', 'reinstatement') and status <> 'cancelled'`

/** Whether money of the merchant is still to be moved, of its own payments or of its shares in those of others. */
export async function hasEarningsToMove(db: Reader, merchantId: MerchantId): Promise<boolean> {
  const [row] = await db.run(
    `select exists (select from payments.payments where ${isToMove} and (merchant_id = $1
       or shares @> jsonb_build_array(jsonb_build_object('merchant', $1::integer)))) as found`,
    [merchantId],
  )
  return row!.found as boolean
}

/** The oldest of them. */
export async function earningsToMove(db: Reader, limit: number): Promise<PaymentId[]> {
  const rows = await db.run(`select id from payments.payments where ${isToMove} order by id limit $1`, [limit])
  return rows.map(({ id }) => id as PaymentId)
}

/**
 * Moves what these transactions have earned to where it waits, unless it was moved already or is in a batch. Refunds before
 * have taken of what is available, and take nothing of this.
 */
export async function moveEarnings(ctx: Writer & { clock: Clock }, ids: readonly PaymentId[]): Promise<void> {
  for (let from = 0; from < ids.length; from += movedAtOnce)
    await decide(() => moveSome(ctx, ids.slice(from, from + movedAtOnce)))
}
/** Each is an update of its own in one statement. */
const movedAtOnce = 25

async function moveSome(ctx: Writer & { clock: Clock }, ids: readonly PaymentId[]): Promise<void> {
  const rows = await ctx.db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where(oneOf('id', 'bigint', ids))
    .where('batch_id', 'is', null)
    .where('pending_minor', 'is', null)
    .where('status', '<>', 'cancelled')
    .orderBy('id')
    .execute()
  const now = ctx.clock.now()
  const writes = rows.map(fromRow).flatMap((earning) => {
    const { id, merchantId, shares, version } = earning
    const pending = earnedPending(earning)
    const set = { ...pendingColumns(pending), version: version + 1 }
    const parts = [
      { merchantId, amount: pending.own },
      ...shares.map((share, at) => ({ merchantId: share.merchantId, amount: pending.shares[at]! })),
    ]
    return [
      update('payments.payments', { set, where: { id, version } }),
      ...post(now, 'merchantEarningsMovedToPending', `payment ${id}`, { parts }),
    ]
  })
  if (writes.length > 0) await commit(ctx, now, writes, 'move-earnings')
}
