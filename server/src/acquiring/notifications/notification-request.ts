import type { Secret } from '#kernel/base/secret.ts'
import type { NotificationsContext } from './context.ts'
import { resultFormText } from './seal-payload.ts'
import type { NotificationToSend } from './store.ts'

/** What the server of a store receives. */
export type NotificationRequest = { headers: Readonly<Record<string, string>>; body: string }

/** The request that carries a payload to a store. Its iv is new each time, so no two have the same bytes. */
export const notificationRequest = (key: Secret<string>, payload: string): NotificationRequest => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Florin' },
  body: resultFormText(key, payload),
})

/** The key that the store of a notification can open it with. Refuses one that cannot be read; undefined: there is none. */
export const keyOfNotification = (
  { sites, signedBy }: Pick<NotificationsContext, 'sites' | 'signedBy'>,
  { siteId, orderId, paymentId }: Pick<NotificationToSend, 'siteId' | 'orderId' | 'paymentId'>,
): Promise<Secret<string> | undefined> => sites.sealingKey(siteId, () => signedBy({ siteId, orderId, paymentId }))
