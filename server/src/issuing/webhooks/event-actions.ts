import { staffActions } from '#core/access'
import type { WebhookEvent } from './event.ts'
import { refuse } from './refusals.ts'

/** What staff do with an event. */
export const eventActions = staffActions(
  { replay: { permission: 'webhooks:replay' }, park: { permission: 'webhooks:park' } },
  ['event_pending', 'event_not_waiting'],
)

type Sent = Pick<WebhookEvent, 'status'>

export const eventGuards = (event: Sent) => ({
  replay: () => requireSent(event),
  park: () => requireWaiting(event),
})

/** What waits is sent without being asked for. */
export function requireSent({ status }: Sent): void {
  if (status === 'waiting') throw refuse('event_pending')
}

export function requireWaiting({ status }: Sent): void {
  if (status !== 'waiting') throw refuse('event_not_waiting', { status })
}
