import { type HtmlPart, html } from '#kernel/html.ts'
import {
  cardInWords,
  type Frame,
  facts,
  lookAgain,
  type Outcome,
  type RenderedPage,
  renderOutcome,
  say,
  type Voice,
  voiceOf,
} from '#pages'
import { subscriptionWords } from '#subscriptions'
import type { ClosedPage, DeclinedPage, ProcessingPage, ReceiptPage, TroublePage } from './view.ts'

/** It is done: a receipt that can be read, printed and kept. */
export function renderReceiptPage(page: ReceiptPage, frame: Frame): RenderedPage {
  const voice = voiceOf(frame.language)
  const { words } = voice
  const titles = { paid: words.paidTitle, authorized: words.authorizedTitle, verified: words.verifiedTitle }
  const merchant = frame.merchant?.name ?? words.theStore
  return renderOutcome(frame, {
    drawing: 'done',
    tone: 'good',
    title: titles[page.kind],
    texts: [
      page.kind === 'authorized' && say(words.reserveExplained, { merchant }),
      page.kind === 'verified' && words.nothingCharged,
      page.cardSaved && page.kind !== 'verified' && words.cardSaved,
    ],
    content: [
      html`<h2 class="unseen">${words.receipt}</h2>`,
      facts([
        page.kind !== 'verified' && [words.amount, voice.money(page.amount)],
        frame.merchant && [words.paidTo, frame.merchant.name],
        page.order.reference !== undefined && [words.order, page.order.reference],
        page.order.description !== undefined && [words.description, page.order.description],
        [words.date, voice.dateTime(page.at)],
        page.card && [words.card, cardInWords(voice, page.card)],
        [words.reference, page.reference],
        page.descriptor !== undefined && [words.onStatement, page.descriptor],
        nextPayments(voice, page),
      ]),
    ],
    back: page.back,
    after: html`${manageLink(voice, page)}<button class="button quiet" type="button" data-print hidden>${words.print}</button>`,
  })
}

/** Nobody knows yet: it looks again by itself, and says not to pay twice. */
export function renderProcessingPage(page: ProcessingPage, frame: Frame): RenderedPage {
  const voice = voiceOf(frame.language)
  const { words } = voice
  const again = lookAgain(voice, frame, page.refreshSeconds)
  return renderOutcome(frame, {
    drawing: 'waiting',
    tone: 'working',
    title: words.processingTitle,
    texts: [words.processingText],
    content: [
      facts([
        [words.amount, voice.money(page.amount)],
        page.orderReference !== undefined && [words.order, page.orderReference],
      ]),
      again.button,
    ],
    head: again.head,
  })
}

/** The last attempt was declined too. */
export function renderDeclinedPage(page: DeclinedPage, frame: Frame): RenderedPage {
  const { words } = voiceOf(frame.language)
  return renderOutcome(frame, {
    drawing: 'failed',
    tone: 'bad',
    title: words.declinedTitle,
    texts: [
      html`${words.declines[page.reason].reason} ${words.nothingCharged}`,
      words.noAttemptsLeft,
      orderNumber(words, page.orderReference),
    ],
    back: page.back,
  })
}

/** Nothing can be paid here any more. */
export function renderClosedPage(page: ClosedPage, frame: Frame): RenderedPage {
  const { words } = voiceOf(frame.language)
  const said = {
    expired: { drawing: 'time', title: words.expiredTitle, texts: [words.nothingCharged, words.expiredText] },
    cancelled: { drawing: 'failed', title: words.cancelledTitle, texts: [words.nothingCharged, words.cancelledText] },
    'already-paid': { drawing: 'done', tone: 'good', title: words.alreadyPaidTitle, texts: [words.alreadyPaidText] },
    unavailable: {
      drawing: 'time',
      title: words.unavailableTitle,
      texts: [page.because && words.link[page.because], words.unavailableText],
    },
  } as const satisfies Record<ClosedPage['kind'], Outcome>
  const outcome = said[page.kind]
  return renderOutcome(frame, {
    ...outcome,
    texts: [html`${outcome.texts.map((text) => [text, ' '])}`, orderNumber(words, page.orderReference)],
    back: page.back,
  })
}

export function renderNotFoundPage(frame: Frame): RenderedPage {
  const { words } = voiceOf(frame.language)
  return renderOutcome(frame, { drawing: 'question', title: words.notFoundTitle, texts: [words.notFoundText] })
}

/** Our own fault. The number is what support finds it by. */
export function renderTroublePage(page: TroublePage, frame: Frame): RenderedPage {
  const { words } = voiceOf(frame.language)
  return renderOutcome(frame, {
    drawing: 'failed',
    title: words.troubleTitle,
    texts: [words.troubleText],
    content: page.requestId !== undefined && facts([[words.reference, page.requestId]]),
  })
}

const manageLink = ({ language }: Voice, { manage }: ReceiptPage): HtmlPart =>
  manage !== undefined && html`<a class="button quiet" href="${manage}">${subscriptionWords[language].manage}</a>`

function nextPayments(voice: Voice, { terms }: ReceiptPage): readonly [string, HtmlPart] | false {
  if (terms?.kind !== 'recurring') return false
  const amount = voice.money(terms.amount)
  const lines = terms.upcoming.map((day) => say(voice.words.nextPaymentOn, { amount, date: voice.date(day) }))
  return [subscriptionWords[voice.language].nextPayments, lines.map((line, index) => [index > 0 && html`<br>`, line])]
}

function orderNumber(words: Voice['words'], reference: string | undefined): HtmlPart {
  return reference !== undefined && html`<span class="soft">${say(words.orderNumber, { reference })}</span>`
}
