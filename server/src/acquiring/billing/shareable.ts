import type { Order, requestedOf } from '#acquiring/orders'
import { keptOf, splitsWithout } from '#acquiring/terms'
import { siteOwner } from '#core/directory'
import { announce, type Write } from '#kernel/db/commit/commit.ts'
import type { BillingContext } from './billing-context.ts'

type Requested = ReturnType<typeof requestedOf>

/**
 * Asks again, at each bill of an order, who may receive shares: an order lives for years, and a merchant that was closed is owed
 * nothing more. Its share stays with the site that shares, and an event says so.
 */
export async function shareable(
  { directory, log }: Pick<BillingContext, 'directory' | 'log'>,
  { id: orderId, siteId }: Pick<Order, 'id' | 'siteId'>,
  requested: Requested,
): Promise<{ requested: Requested; kept: readonly Write[] }> {
  const { option } = requested
  const named = [...new Set(keptOf(option?.splits ?? []).map(({ site }) => site))]
  const sites = await Promise.all(named.map((site) => directory.site(site)))
  const closed = named.filter((_, at) => sites[at]?.merchantStatus === 'closed')
  if (!option || closed.length === 0) return { requested, kept: [] }
  log.warn({ orderId, siteId, closed }, 'shares of a bill stay with its site: their merchants are closed')
  const splits = splitsWithout(option.splits, new Set(closed))
  const kept = announce('sharesKept', {
    owner: siteOwner(siteId),
    subjectId: orderId,
    body: { orderId, sites: closed },
    subject: undefined,
  })
  return { requested: { ...requested, option: { ...option, splits } }, kept: [kept] }
}
