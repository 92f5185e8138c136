import { documentTitle } from '#acquiring/invoices'
import { formatMessage } from '#core/i18n'
import {
  autoRefresh,
  cardText,
  intervalText,
  notice,
  type PageLayout,
  type RenderedPage,
  renderDocument,
} from '#core/pages'
import { type Html, type HtmlPart, html } from '#kernel/http/html.ts'
import { aboutSection, type PageTexts, stateOf, titleOf } from './about.ts'
import type { NextPayment, OtherPayment, OtherSubscription, OverviewPage, PastPayment } from './view.ts'

/** Everything there is to know of a subscription, and the ways to change the card and to cancel. */
export function renderOverviewPage(page: OverviewPage, layout: PageLayout, texts: PageTexts): RenderedPage {
  const { about } = page
  const result = resultOf(page, layout, texts)
  const title = `${about.description ?? titleOf(texts, about)} – ${texts.merchant}`
  return renderDocument(
    {
      shape: 'split',
      title: result ? `${result.title} – ${title}` : title,
      head: result?.head,
      main: html`<main class="pay">
${aboutSection(texts, about)}
<div class="form">
${result?.notice}
${page.takeBack && takeBackBlock(page.takeBack, texts)}
${page.changeCard && cardBlock(page, texts, page.changeCard)}
${nextBlock(page, texts)}
${pastBlock(page, texts)}
${otherSubscriptionsBlock(page, texts)}
${otherPaymentsBlock(page, texts)}
${page.cancel && html`<p class="leave"><a href="${page.cancel}">${about.managed ? texts.messages.withdraw : texts.messages.cancel}</a></p>`}
</div>
</main>`,
    },
    layout,
  )
}

type ResultNotice = { title: string; notice: Html; head?: Html }

/** What the shopper's last step has come to, read first. */
function resultOf(
  { result }: OverviewPage,
  layout: PageLayout,
  { i18n, messages }: PageTexts,
): ResultNotice | undefined {
  const noticeWith = (title: string, content: HtmlPart, tone: 'bad' | 'good' | 'plain'): ResultNotice => ({
    title,
    notice: notice(title, content, tone),
  })
  switch (result?.is) {
    case undefined:
      return undefined
    case 'changed':
      return noticeWith(
        messages.changedTitle,
        html`<p>${formatMessage(messages.changedText, { card: cardText(i18n, result.card) })}</p>`,
        'good',
      )
    case 'paid': {
      const values = { amount: i18n.money(result.amount), card: cardText(i18n, result.card) }
      return noticeWith(messages.paidTitle, html`<p>${formatMessage(messages.paidText, values)}</p>`, 'good')
    }
    case 'unpaid':
      return noticeWith(messages.unpaidTitle, html`<p>${declineIn(i18n, result.reason)}</p>`, 'bad')
    case 'refused':
      return noticeWith(
        messages.refusedTitle,
        html`<p>${declineIn(i18n, result.reason)}</p><p>${messages.staysAsItWas}</p>`,
        'bad',
      )
    case 'paying': {
      const again = autoRefresh(i18n, layout, result.refreshSeconds)
      return {
        ...noticeWith(messages.chargingTitle, [html`<p>${messages.resultHere}</p>`, again.button], 'plain'),
        head: again.head,
      }
    }
    case 'bankWaits': {
      const goOn = html`<p>${messages.bankWaitsText}</p><a class="button" href="${result.goOn}">${i18n.messages.continueToBank}</a>`
      return noticeWith(messages.bankWaitsTitle, goOn, 'plain')
    }
  }
}

export const declineIn = ({ messages }: PageTexts['i18n'], reason: keyof typeof messages.declines): string =>
  `${messages.declines[reason].reason} ${messages.declines[reason].advice}`

function takeBackBlock({ action, next }: NonNullable<OverviewPage['takeBack']>, { i18n, messages }: PageTexts): Html {
  const values = { amount: i18n.money(next.amount), date: i18n.date(next.on) }
  return html`<section class="block stack" aria-labelledby="take-back"><h2 id="take-back">${messages.takeBackTitle}</h2>
<p>${formatMessage(messages.takeBackText, values)}</p>
<form method="post" action="${action}"><button class="button second" data-busy="${i18n.messages.oneMoment}">${messages.takeBack}</button></form></section>`
}

function cardBlock({ card, about }: OverviewPage, { i18n, messages }: PageTexts, changeCard: string): Html {
  const urgent = !card || card.expires || about.status.is === 'owing'
  return html`<section class="block stack" aria-labelledby="card-on-file"><h2 id="card-on-file">${i18n.messages.card}</h2>
${
  card
    ? html`<p class="on-file"><span>${cardText(i18n, card)}</span> <span class="soft">${formatMessage(i18n.messages.expires, { month: card.expiry })}</span></p>`
    : html`<p class="warn">${messages.cardGone}</p>`
}
${card?.expires && html`<p class="warn">${messages.cardExpiring}</p>`}
<a class="button${!urgent && ' second'}" href="${changeCard}">${messages.changeCard}</a></section>`
}

const nextShown = 3

function nextBlock({ next }: OverviewPage, { i18n, messages }: PageTexts): HtmlPart {
  const row = ({ on, amount, again }: NextPayment): Html =>
    html`<li class="line"><div>${i18n.date(on)}${again && html`<p class="soft">${messages.anotherTry}</p>`}</div> <bdi>${i18n.money(amount)}</bdi></li>`
  return listBlock('next-payments', messages.nextPayments, next.map(row), { shown: nextShown, more: messages.showYear })
}

const pastShown = 5

function pastBlock({ past }: OverviewPage, { i18n, messages }: PageTexts): HtmlPart {
  const row = (payment: PastPayment): Html => {
    const { on, amount, card, state, documents = [] } = payment
    const text = formatMessage(messages.paid[state], { amount: i18n.money(payment.back) })
    return html`<li class="line"><div>${i18n.date(on)}<p class="soft">${cardText(i18n, card)}</p></div> <div class="end"><bdi>${i18n.money(amount)}</bdi><p class="soft">${text}</p>${documents.map(
      ({ document, url }) => html`<p class="soft"><a href="${url}">${documentTitle(document, i18n.language)}</a></p>`,
    )}</div></li>`
  }
  return listBlock('past-payments', messages.pastPayments, past.map(row), {
    shown: pastShown,
    more: messages.showOlder,
  })
}

function otherSubscriptionsBlock({ beside }: OverviewPage, texts: PageTexts): HtmlPart {
  const { i18n, messages } = texts
  const row = ({ about, url }: OtherSubscription): Html => {
    const price = about.every && {
      amount: i18n.money(about.amount),
      interval: intervalText(i18n, about.every),
    }
    return html`<li class="line"><div><a href="${url}"><bdi>${about.description ?? titleOf(texts, about)}</bdi></a>${
      price && html`<p class="soft">${formatMessage(messages.price, price)}</p>`
    }</div> <span>${messages.states[stateOf(about.status)]}</span></li>`
  }
  return listBlock('other-subscriptions', messages.otherSubscriptions, beside.subscriptions.map(row), {
    shown: pastShown,
    more: messages.showMore,
  })
}

function otherPaymentsBlock({ beside }: OverviewPage, { i18n, messages }: PageTexts): HtmlPart {
  const row = ({ on, amount, description, card, state, back }: OtherPayment): Html =>
    html`<li class="line"><div>${i18n.date(on)}<p class="soft">${description && html`<bdi>${description}</bdi> · `}${cardText(i18n, card)}</p></div> <div class="end"><bdi>${i18n.money(amount)}</bdi><p class="soft">${formatMessage(messages.paid[state], { amount: i18n.money(back) })}</p></div></li>`
  return listBlock('other-payments', messages.otherPayments, beside.payments.map(row), {
    shown: pastShown,
    more: messages.showOlder,
  })
}

/** The first few, and the rest where it can be unfolded without any script. */
function listBlock(
  id: string,
  title: string,
  rows: readonly Html[],
  { shown, more }: { shown: number; more: string },
): HtmlPart {
  if (rows.length === 0) return false
  const rest = rows.slice(shown)
  return html`<section class="block" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<ul class="lines">${rows.slice(0, shown)}</ul>
${rest.length > 0 && html`<details class="more"><summary>${more}</summary><ul>${rest}</ul></details>`}
</section>`
}
