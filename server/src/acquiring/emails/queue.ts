import { mailDelaysMs } from '#connectors/message/deliver.ts'
import type { DeliveryQueue } from '#kernel/work/delivery.ts'
import { deliverySchedule } from '#kernel/work/delivery-schedule.ts'

/** Emails that wait to be sent. */
export const emailQueue: DeliveryQueue<'emails.emails'> = {
  table: 'emails.emails',
  ownerKind: 'site',
  ownerColumn: 'site_id',
  schedule: deliverySchedule(mailDelaysMs),
  delivered: { status: 'sent', at: 'sent_at' },
}
