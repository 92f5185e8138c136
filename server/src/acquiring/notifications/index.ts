/**
 * Notifies stores of the status of their payments. A notification is inserted by the commit that makes its facts true
 * (`planNotification`), so neither exists without the other. A worker delivers it (`notificationDelivery`), encrypted for
 * the store, until the store answers OK or the schedule is used up. A parked one can be sent again (`replayNotification`).
 */
import './tables.ts'

export type { NotificationsContext } from './context.ts'
export type { NotificationId } from './ids.ts'
export { listNotifications, showNotification } from './list-notifications.ts'
export {
  type Attempt,
  type AttemptOutcome,
  type Notification,
  type NotificationStatus,
  notificationStatuses,
} from './notification.ts'
export { notificationDelivery } from './notification-delivery.ts'
export { parkedNotifications } from './parked.ts'
export {
  type NotificationError,
  type NotificationFacts,
  payloadText,
  type TransactionStatus,
  type TransactionType,
} from './payload.ts'
export { personal as personalOfNotifications } from './personal.ts'
export { planNotification } from './plan-notification.ts'
export { replayNotification, replayParked } from './replay-notification.ts'
export { notificationRoutes } from './routes.ts'
export { resultForm, sealPayload } from './seal-payload.ts'
export { notificationStaffRoutes } from './staff-routes.ts'
export { isNotified } from './store.ts'
export { notificationTestRoutes } from './test-routes.ts'
