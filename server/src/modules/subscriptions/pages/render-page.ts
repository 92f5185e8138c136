import { html } from '#kernel/html.ts'
import { type Frame, lookAgain, type RenderedPage, renderOutcome, renderPassingPage, say, voiceOf } from '#pages'
import { subscriptionWords } from '../words/words.ts'
import type { Speech } from './about.ts'
import { renderCancelPage } from './cancel-page.ts'
import { renderCardPage } from './card-page.ts'
import { renderOverviewPage } from './overview-page.ts'
import type { ExpiredLinkPage, SubscriptionPage } from './view.ts'

/** Any page that the shopper of a subscription can be shown, with the policy it must be sent with. */
export function renderPage(page: SubscriptionPage, frame: Frame): RenderedPage {
  const voice = voiceOf(frame.language)
  const words = subscriptionWords[frame.language]
  const speech: Speech = { voice, words, merchant: frame.merchant?.name ?? voice.words.theStore }
  switch (page.kind) {
    case 'overview':
      return renderOverviewPage(page, frame, speech)
    case 'card':
      return renderCardPage(page, frame, speech)
    case 'cancel':
      return renderCancelPage(page, frame, speech)
    case 'waiting':
      return renderWaitingPage(page, frame, speech)
    case 'challenge':
      return renderPassingPage(
        {
          ...page,
          drawing: 'bank',
          title: voice.words.challengeTitle,
          text: words.toBank,
          button: voice.words.continueToBank,
        },
        frame,
      )
    case 'linkExpired':
      return renderExpiredLinkPage(page, frame, speech)
    case 'linkSent':
      return renderOutcome(frame, {
        drawing: 'done',
        tone: 'good',
        title: words.sentTitle,
        texts: [say(words.sentText, { merchant: speech.merchant })],
      })
    case 'notFound':
      return renderOutcome(frame, {
        drawing: 'question',
        title: words.notFoundTitle,
        texts: [voice.words.notFoundText],
      })
    default:
      return page satisfies never
  }
}

/** Nobody knows yet: the page looks again by itself. */
function renderWaitingPage(
  page: Extract<SubscriptionPage, { kind: 'waiting' }>,
  frame: Frame,
  { voice, words }: Speech,
): RenderedPage {
  const again = lookAgain(voice, frame, page.refreshSeconds)
  const isProof = page.for === 'proof'
  return renderOutcome(frame, {
    drawing: 'waiting',
    tone: 'working',
    title: isProof ? words.provingTitle : words.chargingTitle,
    texts: [isProof ? words.resultHere : words.chargingWait],
    content: again.button,
    head: again.head,
  })
}

function renderExpiredLinkPage({ newLink }: ExpiredLinkPage, frame: Frame, { words, merchant }: Speech): RenderedPage {
  return renderOutcome(frame, {
    drawing: 'time',
    title: words.linkExpiredTitle,
    texts: [words.linkExpiredText, say(newLink ? words.newLinkText : words.askMerchant, { merchant })],
    content:
      newLink !== undefined &&
      html`<form method="post" action="${newLink}"><button class="button">${words.newLink}</button></form>`,
  })
}
