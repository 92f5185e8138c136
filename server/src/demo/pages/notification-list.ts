import type { PaymentNotification, TransactionStatus } from '@florin/client'
import type { Instant } from '#kernel/base/clock.ts'
import { type Html, html } from '#kernel/http/html.ts'
import type { Received } from '../order-book.ts'

type Tone = 'good' | 'bad' | 'waiting'
/** What a status means to a shop, in a word. */
export const statusLabels: Readonly<Record<TransactionStatus, { word: string; tone: Tone }>> = {
  start: { word: 'Not paid yet', tone: 'waiting' },
  '3d-pending': { word: 'Waiting for 3-D Secure', tone: 'waiting' },
  'in-progress': { word: 'Authorized', tone: 'good' },
  'complete-ok': { word: 'Paid', tone: 'good' },
  'complete-failed': { word: 'Not paid', tone: 'bad' },
  'void-ok': { word: 'Released', tone: 'waiting' },
  'cancel-ok': { word: 'Cancelled', tone: 'waiting' },
  'refund-ok': { word: 'Refunded', tone: 'waiting' },
  'charge-back': { word: 'Disputed', tone: 'bad' },
  'charge-back-in-progress': { word: 'Dispute going on', tone: 'bad' },
  uncertain: { word: 'Not known yet', tone: 'waiting' },
  expiring: { word: 'Ending soon', tone: 'waiting' },
}

export function statusBadge(status: TransactionStatus): Html {
  const { word, tone } = statusLabels[status]
  return html`<span class="badge ${tone}">${word}</span> <code>${status}</code>`
}

/** Notifications as the shop received and opened them, newest first. */
export const notificationList = (received: readonly Received[]): Html =>
  html`<ol class="received">${received.map(
    ({ receivedAt, notification }) => html`<li>
<p>${statusBadge(notification.transactionStatus)} <span class="when">received ${timeOf(receivedAt)}</span></p>
${opened(notification)}
</li>`,
  )}</ol>`

export const opened = (notification: PaymentNotification): Html => html`<details>
<summary>Decrypted, transaction ${notification.transactionId}</summary>
<pre><code>${JSON.stringify(notification, null, 2)}</code></pre>
</details>`

export function timeOf(at: Instant): Html {
  const local = at.toZonedDateTimeISO('UTC').toPlainDateTime()
  const messages = local.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
  return html`<time datetime="${at.toString()}">${messages} UTC</time>`
}
