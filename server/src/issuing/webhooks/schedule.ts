import type { PartnerId, WebhookRetries } from '#core/partners'
import type { DeliveryQueue } from '#kernel/work/delivery.ts'
import { type DeliverySchedule, deliverySchedule } from '#kernel/work/delivery-schedule.ts'
import type { WebhooksContext } from './context.ts'
import { refuse } from './refusals.ts'

/** The delay after the first attempt; each further one is twice as long (card-issuing, limits). */
const firstDelayMs = 5_000

/** Every attempt after the first waits twice as long as the one before it. */
const doubling = (attempts: number): DeliverySchedule =>
  deliverySchedule(Array.from({ length: attempts - 1 }, (_, n) => firstDelayMs * 2 ** n))

/** 3 attempts in 15 seconds, as documented; or, for partners who opted in, 16 in 45 hours. */
export const schedules: Readonly<Record<WebhookRetries, DeliverySchedule>> = {
  documented: doubling(3),
  long: doubling(16),
}

/** Events that wait for their delivery. */
export const queueOf = (retries: WebhookRetries): DeliveryQueue<'webhooks.events'> => ({
  table: 'webhooks.events',
  ownerKind: 'partner',
  ownerColumn: 'partner_id',
  schedule: schedules[retries],
  delivered: { status: 'delivered', at: 'delivered_at' },
})

/** What this module needs to know of a partner; undefined when it is not there. */
export type Receiver = {
  id: PartnerId
  active: boolean
  webhookUrl: string | undefined
  webhookRetries: WebhookRetries
}

/** Where its webhooks go. An inactive partner receives none: a copy of a production database must call nobody. */
export const addressOf = ({ active, webhookUrl }: Receiver): string | undefined => (active ? webhookUrl : undefined)

/** The receiver of what is sent again. Refuses a partner without an address with `webhook_url_missing`. */
export async function receiverOf(
  { partners }: Pick<WebhooksContext, 'partners'>,
  partnerId: PartnerId,
): Promise<Receiver> {
  const partner = await partners.partner(partnerId)
  if (!partner || addressOf(partner) === undefined) throw refuse('webhook_url_missing', { partnerId })
  return partner
}
