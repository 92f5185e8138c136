import { formatText } from '#core/i18n'
import { attributes, html, raw } from '#kernel/http/html.ts'
import type { StoreI18n } from '../languages/index.ts'
import type { Purchase } from '../purchase.ts'
import { summaryOf } from './leaving-page.ts'
import type { Page } from './page.ts'

type PayHerePage = {
  i18n: StoreI18n
  purchase: Purchase
  /** Where the script of the payment form is. */
  checkoutUrl: string
  publicKey: string
  signed: { jsonRequest: string; checksum: string }
}

/** The shop shows the payment form on its own page, as any merchant can. */
export function payHerePage({ i18n, purchase, checkoutUrl, publicKey, signed }: PayHerePage): Page {
  const { messages, language } = i18n
  const { heading, text, failed } = messages.payHere
  const form = attributes({
    id: 'payment-form',
    'data-public-key': publicKey,
    'data-payload': signed.jsonRequest,
    'data-checksum': signed.checksum,
    'data-locale': language,
    'data-failed': formatText(failed, { reason: '' }),
  })
  return {
    i18n,
    title: heading,
    script: payHereScript,
    embedsCheckout: true,
    main: html`<section class="leaving" aria-labelledby="here">
<h1 id="here">${heading}</h1>
<p>${text}</p>
${summaryOf(purchase, i18n)}
<div${form}></div>
<p class="problem" role="alert" hidden></p>
</section>
<script src="${new URL('/sdk/v2/xmoney.js', checkoutUrl).href}"></script>
<script>${raw(payHereScript)}</script>`,
  }
}

/** All that a shop's page does: it opens the form, and goes where the result is shown. */
const payHereScript = `
const { publicKey, payload, checksum, locale, failed } = document.getElementById('payment-form').dataset
XMoney.paymentForm({
  container: 'payment-form',
  publicKey,
  orderPayload: payload,
  orderChecksum: checksum,
  options: { locale, appearance: { theme: 'auto' } },
  paymentMethods: { applePay: { enabled: true }, googlePay: { enabled: true } },
  onPaymentComplete({ result }) {
    location.assign('/demo/return?' + new URLSearchParams({ result }))
  },
  onError({ message }) {
    const problem = document.querySelector('.problem')
    problem.textContent = failed + message
    problem.hidden = false
  },
})
`
