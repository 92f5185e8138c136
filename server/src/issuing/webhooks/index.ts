/**
 * Notifies partners of what happened to their customers. An event is inserted by the commit that makes its facts true
 * (`planEvent`), so neither exists without the other. A worker delivers it, signed with the partner's key
 * (`webhookDelivery`), until the receiver accepts it or the schedule is used up. Partners also read their events
 * (`followEvents`), and what was not delivered can be sent again (`replayEvent`).
 */
import './tables.ts'

export { type EventStatus, eventStatuses } from './event.ts'
export { gradeReceiver } from './grade-receiver.ts'
export { type EventId, type EventNumber, readEventId } from './ids.ts'
export { parkEvent } from './park-event.ts'
export { parkedEvents } from './parked.ts'
export { planEvent } from './plan-event.ts'
export { postSigned, type SignedPostResponse } from './post-signed.ts'
export { listEvents, showEvent } from './read-events.ts'
export { replayEvent, replayEvents } from './replay-event.ts'
export { eventRoutes } from './routes.ts'
export { eventSearch } from './search-events.ts'
export { eventStaffRoutes } from './staff-routes.ts'
export { webhookTestRoutes } from './test-routes.ts'
export { webhookDelivery } from './webhook-delivery.ts'
