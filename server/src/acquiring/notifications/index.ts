/**
 * Tells stores what became of their payments. A notification is planned by the commit that makes its facts true
 * (`planNotification`), so neither exists without the other; a worker delivers it (`deliveries`), encrypted for the
 * store, until the store says OK or the schedule is used up; a parked one waits to be sent again (`replayNotification`).
 */
import './tables.ts'

export type { NotificationsContext } from './context.ts'
export type { NotificationId } from './ids.ts'
export { deliveries } from './jobs.ts'
export { listNotifications, showNotification } from './list-notifications.ts'
export {
  type Attempt,
  type AttemptOutcome,
  type Notification,
  type NotificationStatus,
  notificationStatuses,
} from './notification.ts'
export {
  type NotificationError,
  type NotificationFacts,
  payloadText,
  type TransactionStatus,
  type TransactionType,
} from './payload.ts'
export { planNotification } from './plan-notification.ts'
export { replayNotification, replayParked } from './replay-notification.ts'
export { notificationRoutes } from './routes.ts'
export { openSafeCursor } from './safe-cursor.ts'
export { resultForm, sealPayload } from './seal-payload.ts'
