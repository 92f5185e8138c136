import { subscriptionI18nOf } from '#acquiring/subscriptions'
import { formatMessage } from '#core/i18n'
import {
  autoRefresh,
  cardText,
  facts,
  i18nOf,
  type Outcome,
  type PageI18n,
  type PageLayout,
  type RenderedPage,
  renderOutcome,
} from '#core/pages'
import { type HtmlPart, html } from '#kernel/http/html.ts'
import type { ClosedPage, DeclinedPage, ProcessingPage, ReceiptPage, TroublePage } from './view.ts'

/** It is done: a receipt that can be read, printed and kept. */
export function renderReceiptPage(page: ReceiptPage, layout: PageLayout): RenderedPage {
  const i18n = i18nOf(layout.language)
  const { messages } = i18n
  const titles = { paid: messages.paidTitle, authorized: messages.authorizedTitle, verified: messages.verifiedTitle }
  const merchant = layout.merchant?.name ?? messages.theStore
  return renderOutcome(layout, {
    icon: 'done',
    tone: 'good',
    title: titles[page.kind],
    texts: [
      page.kind === 'authorized' && formatMessage(messages.reserveExplained, { merchant }),
      page.kind === 'verified' && messages.nothingCharged,
      page.cardSaved && page.kind !== 'verified' && messages.cardSaved,
    ],
    content: [
      html`<h2 class="unseen">${messages.receipt}</h2>`,
      facts([
        page.kind !== 'verified' && [messages.amount, i18n.money(page.amount)],
        layout.merchant && [messages.paidTo, layout.merchant.name],
        page.order.reference !== undefined && [messages.order, page.order.reference],
        page.order.description !== undefined && [messages.description, page.order.description],
        [messages.date, i18n.dateTime(page.at)],
        page.card && [messages.card, cardText(i18n, page.card)],
        [messages.reference, page.reference],
        page.descriptor !== undefined && [messages.onStatement, page.descriptor],
        nextPayments(i18n, page),
      ]),
    ],
    back: page.back,
    after: html`${manageLink(i18n, page)}<button class="button quiet" type="button" data-print hidden>${messages.print}</button>`,
  })
}

/** The result is not known yet: the page refreshes itself, and says not to pay twice. */
export function renderProcessingPage(page: ProcessingPage, layout: PageLayout): RenderedPage {
  const i18n = i18nOf(layout.language)
  const { messages } = i18n
  const again = autoRefresh(i18n, layout, page.refreshSeconds)
  return renderOutcome(layout, {
    icon: 'waiting',
    tone: 'working',
    title: messages.processingTitle,
    texts: [messages.processingText],
    content: [
      facts([
        [messages.amount, i18n.money(page.amount)],
        page.orderReference !== undefined && [messages.order, page.orderReference],
      ]),
      again.button,
    ],
    head: again.head,
  })
}

/** The last attempt was declined too. */
export function renderDeclinedPage(page: DeclinedPage, layout: PageLayout): RenderedPage {
  const { messages } = i18nOf(layout.language)
  return renderOutcome(layout, {
    icon: 'failed',
    tone: 'bad',
    title: messages.declinedTitle,
    texts: [
      html`${messages.declines[page.reason].reason} ${messages.nothingCharged}`,
      messages.noAttemptsLeft,
      orderNumber(messages, page.orderReference),
    ],
    back: page.back,
  })
}

/** Nothing can be paid here any more. */
export function renderClosedPage(page: ClosedPage, layout: PageLayout): RenderedPage {
  const { messages } = i18nOf(layout.language)
  const outcomes = {
    expired: { icon: 'time', title: messages.expiredTitle, texts: [messages.nothingCharged, messages.expiredText] },
    cancelled: {
      icon: 'failed',
      title: messages.cancelledTitle,
      texts: [messages.nothingCharged, messages.cancelledText],
    },
    'already-paid': { icon: 'done', tone: 'good', title: messages.alreadyPaidTitle, texts: [messages.alreadyPaidText] },
    unavailable: {
      icon: 'time',
      title: messages.unavailableTitle,
      texts: [page.because && messages.link[page.because], messages.unavailableText],
    },
  } as const satisfies Record<ClosedPage['kind'], Outcome>
  const outcome = outcomes[page.kind]
  return renderOutcome(layout, {
    ...outcome,
    texts: [html`${outcome.texts.map((text) => [text, ' '])}`, orderNumber(messages, page.orderReference)],
    back: page.back,
  })
}

export function renderNotFoundPage(layout: PageLayout): RenderedPage {
  const { messages } = i18nOf(layout.language)
  return renderOutcome(layout, { icon: 'question', title: messages.notFoundTitle, texts: [messages.notFoundText] })
}

/** Our own fault. The number is what support finds it by. */
export function renderTroublePage(page: TroublePage, layout: PageLayout): RenderedPage {
  const { messages } = i18nOf(layout.language)
  return renderOutcome(layout, {
    icon: 'failed',
    title: messages.troubleTitle,
    texts: [messages.troubleText],
    content: page.requestId !== undefined && facts([[messages.reference, page.requestId]]),
  })
}

const manageLink = ({ language }: PageI18n, { manage }: ReceiptPage): HtmlPart =>
  manage !== undefined &&
  html`<a class="button quiet" href="${manage}">${subscriptionI18nOf(language).messages.manage}</a>`

function nextPayments(i18n: PageI18n, { terms }: ReceiptPage): readonly [string, HtmlPart] | false {
  if (terms?.kind !== 'recurring') return false
  const amount = i18n.money(terms.amount)
  const lines = terms.upcoming.map((day) =>
    formatMessage(i18n.messages.nextPaymentOn, { amount, date: i18n.date(day) }),
  )
  return [
    subscriptionI18nOf(i18n.language).messages.nextPayments,
    lines.map((line, index) => [index > 0 && html`<br>`, line]),
  ]
}

function orderNumber(messages: PageI18n['messages'], reference: string | undefined): HtmlPart {
  return (
    reference !== undefined && html`<span class="soft">${formatMessage(messages.orderNumber, { reference })}</span>`
  )
}
