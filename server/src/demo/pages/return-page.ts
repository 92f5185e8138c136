import type { PaymentNotification } from '@florin/client'
import { formatMoney } from '#kernel/base/money.ts'
import { type Html, html } from '#kernel/http/html.ts'
import { isAsOrdered, type PlacedOrder, type Received } from '../order-book.ts'
import { notificationList, statusBadge, statusLabels } from './notification-list.ts'
import type { Page } from './page.ts'

export type ReturnPage = {
  /** What the browser brought, decrypted. */
  notification: PaymentNotification
  /** Unknown when the shop was started again since. */
  order: PlacedOrder | undefined
  /** The notifications that the server received about the order. */
  received: readonly Received[]
  /** How often this page has looked for it, of how many times. */
  looks: number
  looksMax: number
  lookAgainUrl: string
  /** Whether the demo app is there, in whose activity the payment may be. */
  hasApp?: boolean | undefined
}

/** What a shopper comes back to. It shows both deliveries of the result: the browser's, and the server's. */
export function returnPage(page: ReturnPage): Page {
  const { notification, order } = page
  const headline = headlineOf(notification, order)
  return {
    title: headline,
    main: html`<section class="outcome" aria-labelledby="outcome">
<h1 id="outcome">${headline}</h1>
<p>${statusBadge(notification.transactionStatus)}</p>
${notification.errors.map((error) => html`<p class="problem">${error.message} <code>${error.code}</code></p>`)}
${comparison(notification, order)}
<p class="ways"><a class="button" href="/demo">Buy something else</a> <a href="/demo/orders">All orders</a>${order?.kind === 'subscribe' && html` <a href="/demo/subscription/${order.orderId}">Your subscription</a>`}${page.hasApp && html` <a href="/demo/app">The Dough app</a>`}</p>
</section>
<div class="both">
<section aria-labelledby="brought"><h2 id="brought">Your browser brought</h2>
<p>An encrypted result, posted to <code>/demo/return</code>. Opened with the private key, it says:</p>
<pre><code>${JSON.stringify(notification, null, 2)}</code></pre>
</section>
<section aria-labelledby="received"><h2 id="received">What the server received</h2>
${notifications(page)}
</section>
</div>`,
  }
}

/** The shopper has left the payment page before any payment, so there is no result to bring. */
export function unpaidPage(): Page {
  return {
    title: 'Nothing was paid',
    main: html`<section class="outcome" aria-labelledby="outcome">
<h1 id="outcome">Nothing was paid</h1>
<p>You have left the payment page before paying, and the order is cancelled. No money has moved. A browser that comes back
like this brings no result, and the shop's server receives no notification.</p>
<p class="ways"><a class="button" href="/demo">Back to the shop</a> <a href="/demo/orders">All orders</a></p>
</section>`,
  }
}

/** There is none, it is of another visitor, or the platform did not answer. */
export function noSubscriptionPage(): Page {
  return {
    title: 'No subscription',
    status: 404,
    main: html`<section class="outcome" aria-labelledby="outcome">
<h1 id="outcome">There is no subscription here</h1>
<p>The shop remembers no subscription of yours under this number. <a href="/demo/orders">The orders</a> show what it remembers.</p>
</section>`,
  }
}

/** What came back was not sealed for this shop. Nothing of it is shown, and nothing is believed. */
export function unreadablePage(): Page {
  return {
    title: 'Nothing to read',
    status: 400,
    main: html`<section class="outcome" aria-labelledby="outcome">
<h1 id="outcome">There is nothing to read here</h1>
<p>A browser that comes back from the payment page brings an encrypted result. The shop's private key does not
open this one, so the shop ignores it. <a href="/demo/orders">The orders</a> show what its server received.</p>
</section>`,
  }
}

function headlineOf({ transactionStatus, cardId }: PaymentNotification, order: PlacedOrder | undefined): string {
  if (transactionStatus === 'complete-failed') return 'That payment did not work'
  if (transactionStatus !== 'complete-ok') return statusLabels[transactionStatus].word
  if (order?.kind === 'verify') return cardId === null ? 'Your card is good' : 'Your card is good, and saved'
  if (order?.kind === 'subscribe') return 'Welcome to the bread box'
  return 'Thank you, it is paid'
}

function comparison(notification: PaymentNotification, order: PlacedOrder | undefined): Html {
  const amount = `€${notification.amount.toFixed(2)}`
  if (!order) return html`<p>The shop was started again since, and does not remember this order of ${amount}.</p>`
  if (!isAsOrdered(order, notification)) {
    return html`<p class="problem">The order was for €${formatMoney(order.dueNow)}, the payment is ${notification.amount.toFixed(2)} ${notification.currency}.
A shop must not deliver on that.</p>`
  }
  return html`<p>Order <code>${order.orderId}</code>: ${order.title}, ${amount}. Order, amount and currency match the request.</p>`
}

function notifications({ received, looks, looksMax, lookAgainUrl }: ReturnPage): Html {
  if (received.length > 0) {
    return html`<p>The same, posted to <code>/demo/notifications</code> from server to server. The shop answered <code>OK</code>.</p>
${notificationList(received)}`
  }
  return html`<p class="waiting" role="status">Not yet. ${
    looks < looksMax
      ? `This page looks again by itself (${looks + 1} of ${looksMax}).`
      : 'It will be tried again after 1 minute, 5 minutes, 1 hour and 24 hours.'
  }</p>
<p><a class="button" href="${lookAgainUrl}">Look again now</a></p>`
}
