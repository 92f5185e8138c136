import { attributes, type HtmlPart, html } from '#kernel/html.ts'
import {
  cardInWords,
  type Drawing,
  type Frame,
  facts,
  hiddenFields,
  mark,
  originOf,
  type RenderedPage,
  renderDocument,
  say,
  type Voice,
  voiceOf,
} from '#pages'
import type { ClosedPage, DeclinedPage, ProcessingPage, ReceiptPage, StoreReturn, TroublePage } from './view.ts'

type Outcome = {
  drawing: Drawing
  tone?: 'good' | 'bad' | 'working'
  title: string
  /** Sentences under the title, and whatever follows them. */
  texts: readonly HtmlPart[]
  content?: HtmlPart
  back?: StoreReturn | undefined
  after?: HtmlPart
  head?: HtmlPart
}

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
        nextPayment(voice, page),
      ]),
    ],
    back: page.back,
    after: html`<button class="button quiet" type="button" data-print hidden>${words.print}</button>`,
  })
}

/** Nobody knows yet: it looks again by itself, and says not to pay twice. */
export function renderProcessingPage(page: ProcessingPage, frame: Frame): RenderedPage {
  const voice = voiceOf(frame.language)
  const { words } = voice
  const address = frame.address ?? ''
  const again = `${address}${address.includes('?') ? '&' : '?'}lang=${voice.language}`
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
      html`<a class="button"${attributes({ href: again, 'data-look-again': page.refreshSeconds })}>${words.checkNow}</a>`,
    ],
    // With script the page is left alone while somebody reads it; a timed refresh would also be an axe finding.
    head: html`<noscript><meta http-equiv="refresh" content="${page.refreshSeconds};url=${again}"></noscript>`,
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

function renderOutcome(frame: Frame, outcome: Outcome): RenderedPage {
  const { drawing, tone, title, texts, content, back, after, head } = outcome
  const circle = mark(drawing, tone === 'working' ? 'working mark' : `mark ${tone ?? ''}`.trim())
  return renderDocument(
    {
      shape: 'single',
      title: frame.merchant ? `${title} – ${frame.merchant.name}` : title,
      head,
      formTargets: back ? [back.url] : [],
      main: html`<main class="single stack">
${circle}
<h1>${title}</h1>
${texts.map((text) => text && html`<p>${text}</p>`)}
${content}
${back && wayBack(voiceOf(frame.language), back, frame.merchant?.name)}
${after}
</main>`,
    },
    frame,
  )
}

/** A button that is a link, or a form when the store must be told something. Only web addresses are gone to. */
function wayBack({ words }: Voice, { url, fields }: StoreReturn, merchant: string | undefined): HtmlPart {
  if (originOf(url) === undefined) return false
  const label = merchant === undefined ? words.backToStore : say(words.backTo, { merchant })
  if (!fields) return html`<a class="button" href="${url}" rel="noreferrer">${label}</a>`
  return html`<form method="post" action="${url}">${hiddenFields(fields)}<button class="button">${label}</button></form>`
}

function nextPayment(voice: Voice, { terms }: ReceiptPage): readonly [string, HtmlPart] | false {
  if (terms?.kind !== 'recurring') return false
  const values = { amount: voice.money(terms.amount), date: voice.date(terms.nextBilling) }
  return [voice.words.nextPayment, say(voice.words.nextPaymentOn, values)]
}

function orderNumber(words: Voice['words'], reference: string | undefined): HtmlPart {
  return reference !== undefined && html`<span class="soft">${say(words.orderNumber, { reference })}</span>`
}
