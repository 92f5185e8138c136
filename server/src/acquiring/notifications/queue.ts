import type { DeliveryQueue } from '#kernel/work/delivery.ts'
import { deliverySchedule } from '#kernel/work/delivery-schedule.ts'

const minute = 60_000
const hour = 60 * minute

/** After a failed delivery the next one is made after 1 min, 5 min, 1 h and 24 h (wire fact 1.8). */
const delaysMs = [minute, 5 * minute, hour, 24 * hour] as const

/** Notifications that wait for their delivery. */
export const notificationQueue: DeliveryQueue<'notifications.notifications'> = {
  table: 'notifications.notifications',
  ownerKind: 'site',
  ownerColumn: 'site_id',
  schedule: deliverySchedule(delaysMs),
  delivered: { status: 'delivered', at: 'delivered_at' },
}
