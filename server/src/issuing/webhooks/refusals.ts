import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  event_not_found: ['not_found', 'There is no event {eventId} of this partner.'],
  delivery_not_found: ['not_found', 'No delivery {deliveryId} of this event was sent to an address.'],
  event_pending: ['conflict', 'This event is waiting to be delivered already.'],
  event_not_waiting: ['conflict', 'Only an event that is waiting can be parked; this one is {status}.'],
  signing_key_missing: ['conflict', 'The partner has no signing key. Rotate its signing keys first.'],
  too_many_tests: ['limit', 'This address was tried too often. Wait {retryAfterSeconds} seconds and try again.'],
  too_many_events_to_replay: ['invalid', 'More than {max} events match. Narrow the filters, such as to fewer days.'],
  webhook_url_missing: [
    'conflict',
    'The partner has no webhook address, or is not active. Set one, then send again: florin partner change {partnerId} --webhook-url',
  ],
})
