import { type Html, type HtmlPart, html } from '#kernel/html.ts'
import { type Money, zero } from '#kernel/money.ts'
import { type Branding, originOf, say, type Voice } from '#pages'
import { subscriptionWords } from '#subscriptions'
import type { OrderLine, OrderSummary, PayMode, PayPage, Terms } from './view.ts'

/** What a page knows of the order it shows. */
type Shown = Pick<PayPage, 'order' | 'mode' | 'amount' | 'terms'>

/** The order as it is read beside the form: how much, for what, and what is agreed beyond today. */
export function orderSummary(voice: Voice, page: Shown, merchant: Branding | undefined): Html {
  const { order } = page
  return html`<section class="order stack" aria-labelledby="amount">
${headline(voice, page.mode, page.amount)}
${order.reference && html`<p class="soft">${say(voice.words.orderNumber, { reference: order.reference })}</p>`}
${order.description && html`<p><bdi>${order.description}</bdi></p>`}
${order.lines.length > 0 && linesOf(voice, order)}
${termsOf(voice, page, merchant)}
</section>`
}

function headline(voice: Voice, mode: PayMode, amount: Money): Html {
  const { words } = voice
  if (mode === 'verify') {
    return html`<h1 id="amount">${words.verifyTitle}</h1><p>${words.nothingToPay}</p>`
  }
  const label = mode === 'take' ? words.toPay : words.toReserve
  return html`<h1 class="figure" id="amount"><small>${label} </small><bdi>${voice.money(amount)}</bdi></h1>`
}

/** A long order is folded, so that the form stays near. */
const mostOpenLines = 5

function linesOf(voice: Voice, { lines, total }: OrderSummary): Html {
  const list = html`<ul class="lines">${lines.map((line) => lineOf(voice, line))}</ul>`
  const folded = html`<details class="more"><summary>${voice.plural(lines.length, voice.words.showItems)}</summary>${list}</details>`
  return html`<div>${lines.length > mostOpenLines ? folded : list}<p class="sum"><span>${voice.words.total}</span> <bdi>${voice.money(total)}</bdi></p></div>`
}

function lineOf(voice: Voice, line: OrderLine): Html {
  const { words } = voice
  const unitPrice = say(words.unitsTimesPrice, {
    units: voice.decimal(line.units),
    price: voice.money(line.unitPrice),
  })
  const vat = line.vatPercent && html` · ${say(words.vat, { percent: voice.percent(line.vatPercent) })}`
  return html`<li class="line"><div><bdi>${line.name}</bdi>${
    line.description && html`<p class="soft"><bdi>${line.description}</bdi></p>`
  }<p class="soft">${unitPrice}${vat}</p></div> <bdi>${voice.money(line.total)}</bdi></li>`
}

/** What the shopper agrees to by pressing the button, in sentences, with a way out of it. */
function termsOf(voice: Voice, page: Shown, merchant: Branding | undefined): HtmlPart {
  const { words } = voice
  const name = merchant?.name ?? words.theStore
  const sentences: HtmlPart[] = []
  if (page.mode === 'reserve') sentences.push(say(words.reserveExplained, { merchant: name }))
  if (page.mode === 'verify') sentences.push(words.verifyExplained)
  if (page.terms) sentences.push(...sentencesOf(voice, page.terms, page, name))
  if (page.terms && merchant?.support) sentences.push(say(words.support, { support: supportOf(merchant.support) }))
  if (sentences.length === 0) return false
  return html`<div class="terms stack"><h2>${words.agreement}</h2>${sentences.map((sentence) => html`<p>${sentence}</p>`)}</div>`
}

function sentencesOf(voice: Voice, terms: Terms, page: Shown, merchant: string): Html[] {
  const { words } = voice
  if (terms.kind === 'managed') {
    return [say(words.managedTerms, { merchant }), say(words.withdrawAnyTime, { merchant })]
  }
  const values = {
    amount: voice.money(terms.amount),
    interval: voice.every(terms.every),
    date: voice.date(terms.upcoming[0]!),
    trial: voice.money(terms.trial ?? zero(terms.amount.currency)),
  }
  const sentence = page.mode === 'verify' ? words.laterTerms : terms.trial ? words.trialTerms : words.recurringTerms
  return [say(sentence, values), upcomingOf(voice, terms.upcoming), say(words.cancelAnyTime, { merchant })]
}

/** "Next payments: 4 June 2026, 4 July 2026, 4 August 2026": what the sentence before it comes to. */
function upcomingOf(voice: Voice, days: readonly Temporal.PlainDate[]): Html {
  const dates = days.map((day, index) => html`${index > 0 && ' · '}<bdi>${voice.date(day)}</bdi>`)
  return html`<span class="soft">${subscriptionWords[voice.language].nextPayments}: ${dates}</span>`
}

/** A link when it is an address; anything else is only read. */
function supportOf(support: string): Html {
  if (/^[^\s@:/?]+@[^\s@:/?]+$/.test(support)) return html`<a href="mailto:${support}" dir="ltr">${support}</a>`
  if (originOf(support)) return html`<a href="${support}" dir="ltr" rel="noreferrer">${support}</a>`
  return html`${support}`
}
