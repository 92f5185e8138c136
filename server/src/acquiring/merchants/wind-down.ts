import { endOrdersAt } from '#acquiring/orders'
import type { PaymentsContext } from '#acquiring/payments'
import { type MerchantId, workAuthor } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { planWindDown } from './close-merchant.ts'
import { isNothing, whatIsLeft } from './what-is-left.ts'

export const windingDown = 'wind down merchants'
const by = { ...workAuthor(windingDown), reason: 'the merchant is closing' }

/**
 * Looks at a merchant that is closing: ends the orders that still run, and closes the merchant when nothing is left. Until
 * then it looks again each day, and at once while there are more orders than one look ends. Safe to begin again.
 */
export async function windDown(ctx: PaymentsContext, merchantId: MerchantId): Promise<void> {
  const dueAt = await closureDueAt(ctx.db, merchantId)
  if (!dueAt) return
  const merchant = await ctx.directory.merchant(merchantId)
  const now = ctx.clock.now()
  if (merchant?.status !== 'closing') return lookAgain(ctx, merchantId, { was: dueAt, next: null })
  let hasMore = false
  for (const siteId of await ctx.directory.siteIds(merchantId))
    hasMore = (await endOrdersAt(ctx, siteId, { by, endReason: 'merchant_closed' })) || hasMore
  if (!hasMore && isNothing(await whatIsLeft(ctx, merchantId))) {
    const alongside = [planWindDown(merchantId, undefined)]
    await ctx.directory.transitionMerchant({ by, merchantId, action: 'finish', alongside })
    return
  }
  await lookAgain(ctx, merchantId, { was: dueAt, next: hasMore ? now : now.add(dayLong) })
}
const dayLong = { hours: 24 }

/** A closing or an opening that was made meanwhile has set its own due time, which stays. */
async function lookAgain(
  ctx: PaymentsContext,
  merchantId: MerchantId,
  { was, next }: { was: Instant; next: Instant | null },
): Promise<void> {
  const set = { due_at: next, leased_until: null }
  const write = update('merchants.closures', { set, where: { id: BigInt(merchantId), due_at: was } })
  await commit(ctx, ctx.clock.now(), [write], 'wind-down').catch((error) => {
    if (!(error instanceof StaleWrite)) throw error
  })
}

async function closureDueAt(db: Reader, merchantId: MerchantId): Promise<Instant | undefined> {
  const row = await db.read
    .selectFrom('merchants.closures')
    .select('due_at as dueAt')
    .where('id', '=', BigInt(merchantId))
    .executeTakeFirst()
  return row?.dueAt ?? undefined
}
