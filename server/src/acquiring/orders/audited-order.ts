import { type Author, auditEntry, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Order } from './order.ts'

/** The audit entry of a change of an order, for the commit of the change. */
export const auditedOrder = (
  now: Instant,
  by: Author,
  { id, siteId, status }: Pick<Order, 'id' | 'siteId' | 'status'>,
  { action, after }: { action: string; after?: Readonly<Record<string, unknown>> },
): Write =>
  auditEntry(now, by, {
    action,
    owner: siteOwner(siteId),
    subject: { type: 'order', id },
    before: { status },
    after,
  })
