import type { DueWork } from '#kernel/work/due-work.ts'
import type { NotificationsContext } from './context.ts'
import { deliverNotification } from './deliver-notification.ts'
import type { NotificationId } from './ids.ts'
import { claimInTurn } from './store.ts'

/** Deliveries to one site under way at once, over all processes. */
const perSiteMax = 16
/** What a worker may need beside the waiting for a store: reading, encrypting, writing down. */
const leaseMarginMs = 30_000

/** Delivers notifications that are due. Each site has a few places, so the store that hangs fills its own and no others. */
export const deliveries = (ctx: NotificationsContext): DueWork => ({
  name: 'deliver notifications',
  table: 'notifications.notifications',
  owner: { kind: 'site', column: 'site_id' },
  claim: (limit) => claimInTurn(ctx, { leaseMs: ctx.notificationTimeoutMs + leaseMarginMs, perSiteMax, limit }),
  run: (id) => deliverNotification(ctx, id as NotificationId),
})
