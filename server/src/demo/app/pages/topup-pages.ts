import { attributes, type Html, html } from '#kernel/http/html.ts'
import { qrCode } from '#kernel/http/qr-code.ts'
import type { Coin, CryptoOrder, Quote, Topup } from '../shapes.ts'
import { problemNote } from './home-page.ts'
import type { AppPage } from './page.ts'
import { amountText, timeText, topupStatusOf } from './words.ts'

export const topupAmounts = ['20.00', '50.00', '100.00', '250.00'] as const

/** Choose an amount, and pay it at Florin's hosted checkout or in coins. */
export function topupPage({ coins, problem }: { coins: readonly Coin[]; problem?: string | undefined }): AppPage {
  return {
    title: 'Top up',
    status: problem ? 400 : 200,
    main: html`${back}${problemNote(problem)}<section class="narrow" aria-labelledby="topup">
<h1 id="topup">Top up</h1>
<form action="/demo/app/topup" method="post">
${amountChoice}
<fieldset class="choices"><legend>Pay by</legend>
<label><input type="radio" name="by" value="card" checked> <span>Card of another bank</span></label>
${coins.map(
  ({ identifier, blockchain }) =>
    html`<label><input type="radio" name="by" value="${blockchain}:${identifier}"> <span>${identifier} <span class="soft">on the chain ${blockchain}</span></span></label>`,
)}</fieldset>
<button type="submit" data-busy="One moment…">Continue</button>
</form>
<p class="hint">The card <code>4111 1111 1111 1111</code> with any future date and the code <code>123</code> pays. Above €25.00 its bank asks for a code: <code>00000</code>.</p>
</section>`,
  }
}

const amountChoice = html`<fieldset class="amounts"><legend>Amount</legend>
${topupAmounts.map(
  (amount) =>
    html`<label><input type="radio" name="amount" value="${amount}"${attributes({ checked: amount === '100.00' })}> <span>${amountText(amount.replace('.00', ''), 'EUR')}</span></label>`,
)}</fieldset>`

/** What the coins are worth now, before anything is ordered. */
export function quotePage({
  quote,
  amount,
  by,
  problem,
}: {
  quote: Quote
  amount: string
  by: string
  problem?: string | undefined
}): AppPage {
  const { cryptoAmount, cryptoCurrency, credited, fees, fiatCurrency, rate, expiresAt } = quote
  return {
    title: 'Top up in coins',
    status: problem ? 409 : 200,
    main: html`${back}${problemNote(problem)}<section class="narrow" aria-labelledby="quote">
<h1 id="quote">${cryptoAmount} ${cryptoCurrency}</h1>
<dl class="facts">
<div><dt>You receive</dt><dd>${amountText(credited, fiatCurrency)}</dd></div>
<div><dt>Fee</dt><dd>${amountText(fees, fiatCurrency)}</dd></div>
<div><dt>1 ${cryptoCurrency} is</dt><dd>${fiatCurrency} ${rate.replace(/\.?0+$/, '')}</dd></div>
<div><dt>Holds until</dt><dd>${timeText(expiresAt)} UTC</dd></div>
</dl>
<form action="/demo/app/coins" method="post"><input type="hidden" name="amount" value="${amount}"><input type="hidden" name="by" value="${by}">
<button type="submit" data-busy="One moment…">Show the address</button></form>
</section>`,
  }
}

/** How a topup stands: it looks again by itself. */
export function topupStatusPage(topup: Topup): AppPage {
  const { id, amount, credited, currency, status, crypto } = topup
  const here = `/demo/app/topups/${id}`
  const { text, tone } = topupStatusOf(topup)
  const isDone = status === 'completed'
  return {
    title: isDone ? 'Topped up' : 'Topup',
    here,
    again: { seconds: 5, url: here },
    main: html`${back}<section class="narrow" id="topup" data-live aria-labelledby="topup-title">
<h1 id="topup-title">${isDone ? `${amountText(credited ?? amount, currency)} more to spend` : amountText(amount, currency)}</h1>
<p role="status" class="status ${tone}">${text}</p>
${crypto && !isDone && sending(crypto)}
${crypto && deposits(crypto)}
<p class="ways"><a class="button${!isDone && ' plain'}" href="/demo/app">${isDone ? 'Done' : 'Back to your account'}</a></p>
</section>`,
  }
}

function sending({
  address,
  uri,
  cryptoAmount,
  cryptoCurrency,
  blockchain,
  senderAddress,
  expiresAt,
}: CryptoOrder): Html {
  const filled = new URLSearchParams({ to: address, quantity: cryptoAmount, coin: cryptoCurrency, from: senderAddress })
  return html`<div class="sending">${qrCode(uri, `The payment for a wallet: ${cryptoAmount} ${cryptoCurrency} to ${address}`)}
<dl class="facts">
<div><dt>Send</dt><dd>${cryptoAmount} ${cryptoCurrency}</dd></div>
<div><dt>On the chain</dt><dd>${blockchain}</dd></div>
<div><dt>To</dt><dd><code>${address}</code></dd></div>
<div><dt>From</dt><dd><code>${senderAddress}</code></dd></div>
<div><dt>Until</dt><dd>${timeText(expiresAt)} UTC</dd></div>
</dl>
${
  blockchain === 'sandbox' &&
  html`<p><a class="button" href="/sandbox/chain?${filled.toString()}" target="_blank">Send them<span class="hidden"> on the staging desk, in a new tab</span></a></p>
<p class="hint">The chain of staging is on its desk: press <em>Send</em> there, then make blocks.</p>`
}</div>`
}

const deposits = ({ deposits, cryptoCurrency }: CryptoOrder): Html | false =>
  deposits.length > 0 &&
  html`<ul class="plain-list">${deposits.map(
    ({ cryptoAmount, confirmations, confirmationsNeeded, status, reason }) =>
      html`<li>${cryptoAmount} ${cryptoCurrency} arrived: ${status}${reason && ` (${reason.replaceAll('_', ' ')})`}, ${Math.min(confirmations, confirmationsNeeded)} of ${confirmationsNeeded} confirmations</li>`,
  )}</ul>`

export const back = html`<p class="back"><a href="/demo/app">‹ Back</a></p>`
