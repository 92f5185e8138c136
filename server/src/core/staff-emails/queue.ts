import { mailDelaysMs } from '#connectors/message/deliver.ts'
import type { DeliveryQueue } from '#kernel/work/delivery.ts'
import { deliverySchedule } from '#kernel/work/delivery-schedule.ts'

/** Emails to staff that wait to be sent. */
export const staffEmailQueue: DeliveryQueue<'staff_emails.emails'> = {
  table: 'staff_emails.emails',
  ownerKind: 'merchant',
  ownerColumn: 'merchant_id',
  schedule: deliverySchedule(mailDelaysMs),
  delivered: { status: 'sent', at: 'sent_at' },
}
