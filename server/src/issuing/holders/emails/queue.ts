import type { DeliveryQueue } from '#kernel/work/delivery.ts'
import { deliverySchedule } from '#kernel/work/delivery-schedule.ts'

const second = 1_000
/** After ten minutes no code works any more. */
const delaysMs = [5 * second, 15 * second, 30 * second, 60 * second, 120 * second, 240 * second] as const

/** Emails to holders that wait to be sent. */
export const holderEmailQueue: DeliveryQueue<'holders.emails'> = {
  table: 'holders.emails',
  ownerKind: 'partner',
  ownerColumn: 'partner_id',
  schedule: deliverySchedule(delaysMs),
  delivered: { status: 'sent', at: 'sent_at' },
}
