import { formatMoney } from '#kernel/base/money.ts'
import { type Html, html } from '#kernel/http/html.ts'
import type { OrderBook, PlacedOrder, Received } from '../order-book.ts'
import { notificationList, statusBadge, timeOf } from './notification-list.ts'
import type { Page } from './page.ts'

/** What the shop remembers, newest first: each order, what was signed for it, and every notification about it. */
export function ordersPage(book: OrderBook): Page {
  const others = book.otherNotifications()
  return {
    title: 'Orders',
    here: 'orders',
    main: html`<h1>Orders</h1>
${book.orders().length === 0 && html`<p>Nothing was ordered yet. <a href="/demo">Go to the shop</a> and change that.</p>`}
${book.orders().map((order) => orderCard(order, book.notificationsOf(order.orderId)))}
${
  others.length > 0 &&
  html`<article class="order"><h2>Other notifications</h2>
<p>For this site, about orders that the shop does not remember.</p>
${notificationList(others)}</article>`
}`,
  }
}

function orderCard(order: PlacedOrder, received: readonly Received[]): Html {
  const latest = received[0]?.notification.transactionStatus
  return html`<article class="order">
<h2>${order.title} <span class="price">€${formatMoney(order.dueNow)}</span></h2>
<p>${latest ? statusBadge(latest) : html`<span class="badge waiting">No notification yet</span>`}
<span class="when">ordered ${timeOf(order.placedAt)}, <code>${order.orderId}</code></span></p>
${order.kind === 'subscribe' && html`<p><a href="/demo/subscription/${order.orderId}">Look after the subscription</a></p>`}
<details><summary>What the shop passed to @florin/client</summary><pre><code>${JSON.stringify(order.request, null, 2)}</code></pre></details>
${received.length > 0 && notificationList(received)}
</article>`
}
