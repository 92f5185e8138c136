import type { DeliveryQueue } from '#kernel/work/delivery.ts'
import { deliverySchedule } from '#kernel/work/delivery-schedule.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * How long after each failed attempt the next one is made. A mail server that is down for an evening loses nothing, and
 * one that greylists accepts the second or third attempt.
 */
const delaysMs = [minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 24 * hour] as const

/** Emails that wait to be sent. */
export const emailQueue: DeliveryQueue<'emails.emails'> = {
  table: 'emails.emails',
  ownerKind: 'site',
  ownerColumn: 'site_id',
  schedule: deliverySchedule(delaysMs),
  delivered: { status: 'sent', at: 'sent_at' },
}
