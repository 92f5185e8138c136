import type { PaymentNotification, TransactionStatus } from '@florin/client'
import { formatMessage, formatText } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import { type Html, html } from '#kernel/http/html.ts'
import type { StoreI18n } from '../languages/index.ts'
import type { Received } from '../order-book.ts'

/** What a status means to a shop, as a colour; the word for it is in `languages/`. */
const tones: Readonly<Record<TransactionStatus, 'good' | 'bad' | 'waiting'>> = {
  start: 'waiting',
  '3d-pending': 'waiting',
  'in-progress': 'good',
  'complete-ok': 'good',
  'complete-failed': 'bad',
  'void-ok': 'waiting',
  'cancel-ok': 'waiting',
  'refund-ok': 'waiting',
  'charge-back': 'bad',
  'charge-back-in-progress': 'bad',
  uncertain: 'waiting',
  expiring: 'waiting',
}

export const statusBadge = (status: TransactionStatus, { messages }: StoreI18n): Html =>
  html`<span class="badge ${tones[status]}">${messages.statuses[status]}</span> <code>${status}</code>`

/** Notifications as the shop received and opened them, newest first. */
export const notificationList = (received: readonly Received[], i18n: StoreI18n): Html =>
  html`<ol class="received">${received.map(
    ({ receivedAt, notification }) => html`<li>
<p>${statusBadge(notification.transactionStatus, i18n)} <span class="when">${formatMessage(i18n.messages.received, { time: timeOf(receivedAt, i18n) })}</span></p>
${opened(notification, i18n)}
</li>`,
  )}</ol>`

const opened = (notification: PaymentNotification, { messages }: StoreI18n): Html => html`<details>
<summary>${formatText(messages.decrypted, { number: notification.transactionId })}</summary>
<pre><code>${JSON.stringify(notification, null, 2)}</code></pre>
</details>`

/** With the second, in which an order is often paid and notified. */
export function timeOf(at: Instant, { language }: StoreI18n): Html {
  const locale = language === 'en' ? 'en-GB' : language
  const local = at.toZonedDateTimeISO('UTC').toPlainDateTime()
  return html`<time datetime="${at.toString()}">${local.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' })} UTC</time>`
}
