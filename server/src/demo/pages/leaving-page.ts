import { autoSubmitScript } from '@florin/client'
import { formatMessage, formatText } from '#core/i18n'
import { type Html, html, raw } from '#kernel/http/html.ts'
import { breadBox } from '../catalogue.ts'
import type { StoreI18n } from '../languages/index.ts'
import { type Purchase, priceOf, titleOf } from '../purchase.ts'
import type { Page } from './page.ts'

type LeavingPage = { i18n: StoreI18n; purchase: Purchase; form: string }

/** Between shop and payment page. With script it is gone in a blink; without, it is a summary with a button. */
export function leavingPage({ i18n, purchase, form }: LeavingPage): Page {
  const { messages } = i18n
  const { title, heading, text, order } = messages.leaving
  return {
    i18n,
    title,
    script: autoSubmitScript,
    main: html`<section class="leaving" aria-labelledby="leaving">
<h1 id="leaving">${heading}</h1>
<p>${text}</p>
${summaryOf(purchase, i18n)}
${raw(form)}
<p class="hint">${formatMessage(order, { order: html`<code>${purchase.orderId}</code>` })}</p>
</section>`,
  }
}

/** What is paid now, and what comes later. */
export function summaryOf(purchase: Purchase, i18n: StoreI18n): Html {
  const { messages } = i18n
  const { afterwards } = messages.leaving
  return html`<dl class="sum">
${purchase.lines.map(
  (line) =>
    html`<div><dt>${line.units} × ${messages.products[line.product.id].name}</dt><dd>${i18n.money(priceOf(line))}</dd></div>`,
)}
<div class="total"><dt>${purchase.lines.length > 0 ? messages.toPayNow : titleOf(purchase, i18n)}</dt><dd>${i18n.money(purchase.dueNow)}</dd></div>
${
  purchase.dueLater &&
  html`<div><dt>${formatText(afterwards, { interval: i18n.plural(breadBox.intervalDays, messages.everyDays) })}</dt><dd>${i18n.money(purchase.dueLater)}</dd></div>`
}
</dl>`
}
