import { type Html, html } from '#kernel/http/html.ts'
import type { DetailedTransaction } from '../shapes.ts'
import { sumOf } from './activity-list.ts'
import type { AppPage } from './page.ts'
import { back } from './topup-pages.ts'
import { amountText, isNothing, momentText, statusOf, stepText } from './words.ts'

/** One payment, and everything that has happened to it. */
export function transactionPage(transaction: DetailedTransaction): AppPage {
  const { id, merchant, messages } = transaction
  const { text, tone } = statusOf(transaction)
  const here = `/demo/app/transactions/${id}`
  return {
    title: merchant.name,
    here,
    again: { seconds: 5, url: here },
    main: html`${back}<section class="narrow" id="payment" data-live aria-labelledby="payment-title">
<h1 id="payment-title"><span class="label">${merchant.name}</span> ${sumOf(transaction)}</h1>
<p role="status" class="status ${tone}">${text}</p>
<dl class="facts">${factsOf(transaction).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<h2>What happened</h2>
<ol class="steps">${messages.map(
      (message, index) =>
        html`<li><span>${stepText(message, { isFirst: index === 0 })}${!isNothing(message.amount) && `: ${amountText(message.amount, message.currency)}`}</span> <time class="soft" datetime="${message.receivedAt}">${momentText(message.receivedAt)}</time></li>`,
    )}</ol>
</section>`,
  }
}

function factsOf(transaction: DetailedTransaction): [string, Html | string][] {
  const { merchant, merchantAmount, merchantCurrency, currency, exchange, amounts, createdAt } = transaction
  const place = [merchant.city, merchant.country].filter((part) => part !== undefined).join(', ')
  const facts: [string, Html | string | undefined][] = [
    ['When', momentText(createdAt)],
    ['Where', place || undefined],
    ['At the shop', merchantCurrency === currency ? undefined : amountText(merchantAmount, merchantCurrency)],
    ['Rate', exchange && `1 ${merchantCurrency} is ${currency} ${exchange.rate}`],
    ['Of it for the exchange', exchange && amountText(exchange.markup, currency)],
    ['Held', isNothing(amounts.held) ? undefined : amountText(amounts.held, currency)],
    ['Booked', isNothing(amounts.cleared) ? undefined : amountText(amounts.cleared, currency)],
    ['Refunded', isNothing(amounts.refunded) ? undefined : amountText(amounts.refunded, currency)],
  ]
  return facts.filter((fact): fact is [string, Html | string] => fact[1] !== undefined)
}
