import { createHmac } from 'node:crypto'
import type { Amount, Item } from './state.ts'

export type Signing = { merchantAccount: string; hmacKey: string; user: string; password: string }
export type Delivery = { headers: Record<string, string>; body: Uint8Array }
export type SentItem = {
  additionalData: Record<string, string>
  amount: Amount
  eventCode: string
  eventDate: string
  merchantAccountCode: string
  merchantReference: string
  originalReference?: string
  paymentMethod: string
  pspReference: string
  reason: string
  success: string
}

/** An item as it is sent, signed. */
export function itemOf(item: Item, at: Temporal.Instant, { merchantAccount, hmacKey }: Signing): SentItem {
  const sent = {
    amount: item.amount ?? { currency: 'EUR', value: 0 },
    eventCode: item.eventCode,
    eventDate: at.toZonedDateTimeISO('Europe/Amsterdam').toString({ timeZoneName: 'never', smallestUnit: 'second' }),
    merchantAccountCode: merchantAccount,
    merchantReference: item.merchantReference ?? '',
    ...(item.originalReference !== undefined && { originalReference: item.originalReference }),
    paymentMethod: 'visa',
    pspReference: item.pspReference,
    reason: item.reason ?? '',
    success: String(item.success ?? true),
  }
  const signed = [
    ...[sent.pspReference, item.originalReference ?? '', merchantAccount, sent.merchantReference],
    ...[sent.amount.value, sent.amount.currency, sent.eventCode, sent.success],
  ].join(':')
  const hmacSignature = createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(signed).digest('base64')
  return { ...sent, additionalData: { ...item.additionalData, hmacSignature } }
}

/** A delivery of these items, as Adyen posts it. */
export const deliveryOf = (
  items: readonly SentItem[],
  { user, password }: Pick<Signing, 'user' | 'password'>,
): Delivery => ({
  headers: {
    'content-type': 'application/json; charset=utf-8',
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  },
  body: Buffer.from(
    JSON.stringify({
      live: 'false',
      notificationItems: items.map((item) => ({ NotificationRequestItem: item })),
    }),
  ),
})
