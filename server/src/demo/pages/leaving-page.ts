import { autoSubmitScript } from '@florin/client'
import { formatMoney } from '#kernel/base/money.ts'
import { html, raw } from '#kernel/http/html.ts'
import { breadBox } from '../catalogue.ts'
import { type Purchase, priceOf } from '../purchase.ts'
import type { Page } from './page.ts'

/** Between shop and payment page. With script it is gone in a blink; without, it is a summary with a button. */
export function leavingPage({ purchase, form }: { purchase: Purchase; form: string }): Page {
  return {
    title: 'To the payment page',
    script: autoSubmitScript,
    main: html`<section class="leaving" aria-labelledby="leaving">
<h1 id="leaving">Off to the payment page</h1>
<p>The order is signed. If you are not taken there by yourself, use the button.</p>
<dl class="sum">
${purchase.lines.map(
  (line) => html`<div><dt>${line.units} × ${line.product.name}</dt><dd>€${formatMoney(priceOf(line))}</dd></div>`,
)}
<div class="total"><dt>${purchase.lines.length > 0 ? 'To pay now' : purchase.title}</dt><dd>€${formatMoney(purchase.dueNow)}</dd></div>
${
  purchase.dueLater &&
  html`<div><dt>Then every ${breadBox.intervalDays} days</dt><dd>€${formatMoney(purchase.dueLater)}</dd></div>`
}
</dl>
${raw(form)}
<p class="hint">Order <code>${purchase.orderId}</code></p>
</section>`,
  }
}
