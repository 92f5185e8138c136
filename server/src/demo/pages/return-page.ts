import type { PaymentNotification } from '@florin/client'
import { formatMessage, formatText } from '#core/i18n'
import { isAsset } from '#kernel/base/assets.ts'
import { parseMoney } from '#kernel/base/money.ts'
import { type Html, html } from '#kernel/http/html.ts'
import type { StoreI18n } from '../languages/index.ts'
import { isAsOrdered, type PlacedOrder, type Received } from '../order-book.ts'
import { titleOf } from '../purchase.ts'
import { notificationList, statusBadge } from './notification-list.ts'
import type { Page } from './page.ts'

export type ReturnPage = {
  i18n: StoreI18n
  /** What the browser brought, decrypted. */
  notification: PaymentNotification
  /** Unknown when the shop was started again since. */
  order: PlacedOrder | undefined
  /** The notifications that the server received about the order. */
  received: readonly Received[]
  /** How often this page has looked for it, of how many times. */
  looks: number
  looksMax: number
  /** Where a GET shows this page again, and where it looks once more. */
  address: string
  lookAgainUrl: string
  /** Whether the demo app is there, in whose activity the payment may be. */
  hasApp?: boolean | undefined
}

/** What a shopper comes back to. It shows both deliveries of the result: the browser's, and the server's. */
export function returnPage(page: ReturnPage): Page {
  const { i18n, notification, order, address } = page
  const { outcome } = i18n.messages
  const headline = headlineOf(notification, order, i18n)
  return {
    i18n,
    title: headline,
    address,
    main: html`<section class="outcome" aria-labelledby="outcome">
<h1 id="outcome">${headline}</h1>
<p>${statusBadge(notification.transactionStatus, i18n)}</p>
${notification.errors.map((error) => problem(error, i18n))}
${comparison(notification, order, i18n)}
<p class="ways"><a class="button" href="/demo">${outcome.buyMore}</a> <a href="/demo/orders">${outcome.allOrders}</a>${order?.kind === 'subscribe' && html` <a href="/demo/subscription/${order.orderId}">${outcome.subscription}</a>`}${page.hasApp && html` <a href="/demo/app">${outcome.app}</a>`}</p>
</section>
<div class="both">
<section aria-labelledby="brought"><h2 id="brought">${outcome.brought}</h2>
<p>${formatMessage(outcome.broughtText, { address: html`<code>/demo/return</code>` })}</p>
<pre><code>${JSON.stringify(notification, null, 2)}</code></pre>
</section>
<section aria-labelledby="received"><h2 id="received">${outcome.received}</h2>
${notifications(page)}
</section>
</div>`,
  }
}

/** The shopper has left the payment page before any payment, so there is no result to bring. */
export function unpaidPage(i18n: StoreI18n): Page {
  const { title, text, back } = i18n.messages.unpaid
  return {
    i18n,
    title,
    address: '/demo/return',
    main: html`<section class="outcome" aria-labelledby="outcome">
<h1 id="outcome">${title}</h1>
<p>${text}</p>
<p class="ways"><a class="button" href="/demo">${back}</a> <a href="/demo/orders">${i18n.messages.outcome.allOrders}</a></p>
</section>`,
  }
}

/** There is none, it is of another visitor, or the platform did not answer. */
export const noSubscriptionPage = (i18n: StoreI18n, address: string): Page => ({
  i18n,
  address,
  status: 404,
  ...apology(i18n.messages.noSubscription),
})

/** What came back was not sealed for this shop. Nothing of it is shown, and nothing is believed. */
export const unreadablePage = (i18n: StoreI18n): Page => ({ i18n, status: 400, ...apology(i18n.messages.unreadable) })

type Apology = { title: string; heading: string; text: string; orders: string }

const apology = ({ title, heading, text, orders }: Apology) => ({
  title,
  main: html`<section class="outcome" aria-labelledby="outcome">
<h1 id="outcome">${heading}</h1>
<p>${formatMessage(text, { orders: html`<a href="/demo/orders">${orders}</a>` })}</p>
</section>`,
})

function headlineOf(
  { transactionStatus, cardId }: PaymentNotification,
  order: PlacedOrder | undefined,
  { messages: { outcome, statuses } }: StoreI18n,
): string {
  if (transactionStatus === 'complete-failed') return outcome.failed
  if (transactionStatus !== 'complete-ok') return statuses[transactionStatus]
  if (order?.kind === 'verify') return cardId === null ? outcome.verified : outcome.saved
  if (order?.kind === 'subscribe') return outcome.subscribed
  return outcome.paid
}

/** The code requires the payment to be confirmed by the cardholder; every other one declines it. */
const authenticationRequired = 839

/** Messages of the API are in English, so a page in another language leaves the details to the JSON below. */
function problem({ code, message }: PaymentNotification['errors'][number], i18n: StoreI18n): Html {
  const { outcome } = i18n.messages
  const sentence = code === authenticationRequired ? outcome.needsAuthentication : outcome.declined
  return html`<p class="problem">${sentence}${i18n.language === 'en' && ` ${message}`} <code>${code}</code></p>`
}

function comparison(notification: PaymentNotification, order: PlacedOrder | undefined, i18n: StoreI18n): Html {
  const { outcome } = i18n.messages
  const amount = paidIn(notification, i18n)
  if (!order) return html`<p>${formatMessage(outcome.forgotten, { amount })}</p>`
  if (!isAsOrdered(order, notification)) {
    return html`<p class="problem">${formatMessage(outcome.mismatch, { ordered: i18n.money(order.dueNow), paid: amount })}</p>`
  }
  const values = { order: html`<code>${order.orderId}</code>`, title: titleOf(order, i18n), amount }
  return html`<p>${formatMessage(outcome.match, values)}</p>`
}

/** The amount of the payment as the language writes it; unchanged if it is in a currency that the shop does not know. */
function paidIn({ amount, currency }: PaymentNotification, i18n: StoreI18n): string {
  const money = isAsset(currency) ? parseMoney(amount.toFixed(2), currency) : undefined
  return money ? i18n.money(money) : `${amount} ${currency}`
}

function notifications({ i18n, received, looks, looksMax, lookAgainUrl }: ReturnPage): Html {
  const { outcome } = i18n.messages
  if (received.length > 0) {
    const values = { address: html`<code>/demo/notifications</code>`, answer: html`<code>OK</code>` }
    return html`<p>${formatMessage(outcome.receivedText, values)}</p>
${notificationList(received, i18n)}`
  }
  const text = looks < looksMax ? formatText(outcome.looking, { look: looks + 1, looks: looksMax }) : outcome.later
  return html`<p class="waiting" role="status">${text}</p>
<p><a class="button" href="${lookAgainUrl}">${outcome.lookNow}</a></p>`
}
