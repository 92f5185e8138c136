import { endOrdersAt } from '#acquiring/orders'
import type { PaymentsContext } from '#acquiring/payments'
import { type MerchantId, workAuthor } from '#core/directory'
import { commit } from '#kernel/db/commit/commit.ts'
import { planWindDown } from './close-merchant.ts'
import { isNothing, whatIsLeft } from './what-is-left.ts'

export const windingDown = 'wind down merchants'
const by = { ...workAuthor(windingDown), reason: 'the merchant is closing' }

/**
 * Looks at a merchant that is closing: ends the orders that still run, and closes the merchant when nothing is left. Until
 * then it looks again each day, and at once while there are more orders than one look ends. Safe to begin again.
 */
export async function windDown(ctx: PaymentsContext, merchantId: MerchantId): Promise<void> {
  const merchant = await ctx.directory.merchant(merchantId)
  const now = ctx.clock.now()
  if (merchant?.status !== 'closing')
    return void (await commit(ctx, now, [planWindDown(merchantId, undefined)], 'wind-down'))
  let hasMore = false
  for (const siteId of await ctx.directory.siteIds(merchantId))
    hasMore = (await endOrdersAt(ctx, siteId, { by, endReason: 'merchant_closed' })) || hasMore
  if (!hasMore && isNothing(await whatIsLeft(ctx, merchantId))) {
    const alongside = [planWindDown(merchantId, undefined)]
    await ctx.directory.transitionMerchant({ by, merchantId, action: 'finish', alongside })
    return
  }
  const next = hasMore ? now : now.add(dayLong)
  await commit(ctx, now, [planWindDown(merchantId, next)], 'wind-down')
}
const dayLong = { hours: 24 }
