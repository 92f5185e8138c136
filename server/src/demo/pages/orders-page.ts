import { formatMessage } from '#core/i18n'
import { type Html, html } from '#kernel/http/html.ts'
import type { StoreI18n } from '../languages/index.ts'
import type { OrderBook, PlacedOrder, Received } from '../order-book.ts'
import { titleOf } from '../purchase.ts'
import { notificationList, statusBadge, timeOf } from './notification-list.ts'
import type { Page } from './page.ts'

/** What the shop remembers, newest first: each order, what was signed for it, and every notification about it. */
export function ordersPage(book: OrderBook, i18n: StoreI18n): Page {
  const { messages } = i18n
  const others = book.otherNotifications()
  const toShop = html`<a href="/demo">${messages.goToShop}</a>`
  return {
    i18n,
    title: messages.orders,
    here: 'orders',
    address: '/demo/orders',
    main: html`<h1>${messages.orders}</h1>
${book.orders().length === 0 && html`<p>${formatMessage(messages.noOrders, { shop: toShop })}</p>`}
${book.orders().map((order) => orderCard(order, book.notificationsOf(order.orderId), i18n))}
${
  others.length > 0 &&
  html`<article class="order"><h2>${messages.otherNotifications}</h2>
<p>${messages.otherNotificationsText}</p>
${notificationList(others, i18n)}</article>`
}`,
  }
}

function orderCard(order: PlacedOrder, received: readonly Received[], i18n: StoreI18n): Html {
  const { messages } = i18n
  const latest = received[0]?.notification.transactionStatus
  const ordered = { time: timeOf(order.placedAt, i18n), order: html`<code>${order.orderId}</code>` }
  return html`<article class="order">
<h2>${titleOf(order, i18n)} <span class="price">${i18n.money(order.dueNow)}</span></h2>
<p>${latest ? statusBadge(latest, i18n) : html`<span class="badge waiting">${messages.noNotification}</span>`}
<span class="when">${formatMessage(messages.ordered, ordered)}</span></p>
${order.kind === 'subscribe' && html`<p><a href="/demo/subscription/${order.orderId}">${messages.manageSubscription}</a></p>`}
<details><summary>${formatMessage(messages.passed, { library: '@florin/client' })}</summary><pre><code>${JSON.stringify(order.request, null, 2)}</code></pre></details>
${received.length > 0 && notificationList(received, i18n)}
</article>`
}
