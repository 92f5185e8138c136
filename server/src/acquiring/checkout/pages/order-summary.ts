import { subscriptionI18nOf } from '#acquiring/subscriptions'
import { formatMessage } from '#core/i18n'
import { type Branding, intervalText, originOf, type PageI18n } from '#core/pages'
import { zero } from '#kernel/base/money.ts'
import { type Html, type HtmlPart, html } from '#kernel/http/html.ts'
import type { OrderLine, PayPage, Terms } from './view.ts'

/** What a page knows of the order it shows. */
type Shown = Pick<PayPage, 'order' | 'mode' | 'amount' | 'terms'>

/** The order as it is read beside the form: how much, and for what. */
export function orderSummary(i18n: PageI18n, page: Shown): Html {
  const { order } = page
  return html`<section class="order stack" aria-labelledby="amount">
${headline(i18n, page)}
${order.reference && html`<p class="soft">${formatMessage(i18n.messages.orderNumber, { reference: order.reference })}</p>`}
${todayAndThen(i18n, page)}
${contentOf(i18n, page)}
</section>`
}

/** What is bought. What is more than a line or two is folded by the script where it stands above the form. */
function contentOf(i18n: PageI18n, page: Shown): HtmlPart {
  const { description, lines } = page.order
  if (lines.length === 0 && (description ?? '').length <= shortMax)
    return description !== undefined && html`<p><bdi>${description}</bdi></p>`
  return html`<details class="of-order" open><summary>${i18n.messages.order}</summary><div class="stack">
${description && html`<p><bdi>${description}</bdi></p>`}
${lines.length > 0 && linesOf(i18n, page)}
</div></details>`
}

/** In characters: two lines of a telephone. */
const shortMax = 80

/** Whether what is paid today is not what is paid later: then there is no total. */
const beginsOtherwise = ({ mode, terms }: Shown): boolean =>
  terms?.kind === 'recurring' && (mode === 'verify' || terms.trial !== undefined)

function todayAndThen(i18n: PageI18n, page: Shown): HtmlPart {
  const { messages } = i18n
  const { terms, mode, amount } = page
  if (terms?.kind !== 'recurring' || !beginsOtherwise(page)) return false
  const today = mode === 'verify' ? messages.nothingToPay : i18n.money(amount)
  return html`<div><p class="sum"><span>${messages.today}</span> <bdi>${today}</bdi></p>
<p class="sum"><span>${messages.thenLater}</span> <span class="end"><bdi>${i18n.money(terms.amount)}</bdi> ${intervalText(i18n, terms.every)}</span></p></div>`
}

function headline(i18n: PageI18n, { mode, amount }: Shown): Html {
  const { messages } = i18n
  if (mode === 'verify') {
    return html`<h1 id="amount">${messages.verifyTitle}</h1><p>${messages.nothingToPay}</p>`
  }
  const label = mode === 'take' ? messages.toPay : messages.toReserve
  return html`<h1 class="figure" id="amount"><small>${label} </small><bdi>${i18n.money(amount)}</bdi></h1>`
}

/** A long order is folded, so that the form stays near. */
const mostOpenLines = 5

function linesOf(i18n: PageI18n, page: Shown): Html {
  const { lines, total } = page.order
  const list = html`<ul class="lines">${lines.map((line) => lineOf(i18n, line))}</ul>`
  const folded = html`<details class="more"><summary>${i18n.plural(lines.length, i18n.messages.showItems)}</summary>${list}</details>`
  return html`<div>${lines.length > mostOpenLines ? folded : list}${!beginsOtherwise(page) && html`<p class="sum"><span>${i18n.messages.total}</span> <bdi>${i18n.money(total)}</bdi></p>`}</div>`
}

function lineOf(i18n: PageI18n, line: OrderLine): Html {
  const { messages } = i18n
  const unitPrice = formatMessage(messages.unitsTimesPrice, {
    units: i18n.decimal(line.units),
    price: i18n.money(line.unitPrice),
  })
  const vat = line.vatPercent && html` · ${formatMessage(messages.vat, { percent: i18n.percent(line.vatPercent) })}`
  return html`<li class="line"><div><bdi>${line.name}</bdi>${
    line.description && html`<p class="soft"><bdi>${line.description}</bdi></p>`
  }<p class="soft">${unitPrice}${vat}</p></div> <bdi>${i18n.money(line.total)}</bdi></li>`
}

/** What the shopper agrees to by pressing the button, in sentences, with a way out of it. It stands above the button. */
export function termsOf(i18n: PageI18n, page: Shown, merchant: Branding | undefined): HtmlPart {
  const { messages } = i18n
  const name = merchant?.name ?? messages.theStore
  const sentences: HtmlPart[] = []
  if (page.mode === 'reserve') sentences.push(formatMessage(messages.reserveExplained, { merchant: name }))
  if (page.mode === 'verify') sentences.push(messages.verifyExplained)
  if (page.terms) sentences.push(...sentencesOf(i18n, page.terms, page, name))
  if (page.terms && merchant?.support)
    sentences.push(formatMessage(messages.support, { support: supportOf(merchant.support) }))
  if (sentences.length === 0) return false
  return html`<div class="terms stack"><h2>${messages.agreement}</h2>${sentences.map((sentence) => html`<p>${sentence}</p>`)}</div>`
}

function sentencesOf(i18n: PageI18n, terms: Terms, page: Shown, merchant: string): Html[] {
  const { messages } = i18n
  if (terms.kind === 'managed') {
    return [formatMessage(messages.managedTerms, { merchant }), formatMessage(messages.withdrawAnyTime, { merchant })]
  }
  const values = {
    amount: i18n.money(terms.amount),
    interval: intervalText(i18n, terms.every),
    date: i18n.date(terms.upcoming[0]!),
    trial: i18n.money(terms.trial ?? zero(terms.amount.currency)),
  }
  const sentence =
    page.mode === 'verify' ? messages.laterTerms : terms.trial ? messages.trialTerms : messages.recurringTerms
  return [
    formatMessage(sentence, values),
    upcomingOf(i18n, terms.upcoming),
    formatMessage(messages.cancelAnyTime, { merchant }),
  ]
}

/** "Next payments: 4 June 2026, 4 July 2026, 4 August 2026": what the sentence before it comes to. */
function upcomingOf(i18n: PageI18n, days: readonly Temporal.PlainDate[]): Html {
  const dates = days.map((day, index) => html`${index > 0 && ' · '}<bdi>${i18n.date(day)}</bdi>`)
  return html`<span class="soft">${subscriptionI18nOf(i18n.language).messages.nextPayments}: ${dates}</span>`
}

/** A link when it is an address; anything else is only read. */
function supportOf(support: string): Html {
  if (/^[^\s@:/?]+@[^\s@:/?]+$/.test(support)) return html`<a href="mailto:${support}" dir="ltr">${support}</a>`
  if (originOf(support)) return html`<a href="${support}" dir="ltr" rel="noreferrer">${support}</a>`
  return html`${support}`
}
