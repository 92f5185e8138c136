import { formatMessage } from '#core/i18n'
import {
  autoRefresh,
  i18nOf,
  type PageLayout,
  type RenderedPage,
  renderLimitedPage,
  renderOutcome,
  renderPausedPage,
  renderRedirectPage,
} from '#core/pages'
import { html } from '#kernel/http/html.ts'
import { subscriptionI18nOf } from '../languages/index.ts'
import type { PageTexts } from './about.ts'
import { renderCancelPage } from './cancel-page.ts'
import { renderCardPage } from './card-page.ts'
import { renderOverviewPage } from './overview-page.ts'
import type { ExpiredLinkPage, SubscriptionPage } from './view.ts'

/** Any page that the shopper of a subscription can be shown, with the policy it must be sent with. */
export function renderPage(page: SubscriptionPage, layout: PageLayout): RenderedPage {
  const i18n = i18nOf(layout.language)
  const messages = subscriptionI18nOf(layout.language).messages
  const texts: PageTexts = { i18n, messages, merchant: layout.merchant?.name ?? i18n.messages.theStore }
  switch (page.kind) {
    case 'overview':
      return renderOverviewPage(page, layout, texts)
    case 'card':
      return renderCardPage(page, layout, texts)
    case 'cancel':
      return renderCancelPage(page, layout, texts)
    case 'waiting':
      return renderWaitingPage(page, layout, texts)
    case 'challenge':
      return renderRedirectPage(
        {
          ...page,
          icon: 'bank',
          title: i18n.messages.challengeTitle,
          text: messages.toBank,
          button: i18n.messages.continueToBank,
        },
        layout,
      )
    case 'linkExpired':
      return renderExpiredLinkPage(page, layout, texts)
    case 'linkSent':
      return renderOutcome(layout, {
        icon: 'done',
        tone: 'good',
        title: messages.sentTitle,
        texts: [formatMessage(messages.sentText, { merchant: texts.merchant })],
      })
    case 'limited':
      return renderLimitedPage(page, layout)
    case 'paused':
      return renderPausedPage(page, layout)
    case 'notFound':
      return renderOutcome(layout, {
        icon: 'question',
        title: messages.notFoundTitle,
        texts: [i18n.messages.notFoundText],
      })
    default:
      return page satisfies never
  }
}

/** The result is not known yet: the page refreshes itself. */
function renderWaitingPage(
  page: Extract<SubscriptionPage, { kind: 'waiting' }>,
  layout: PageLayout,
  { i18n, messages }: PageTexts,
): RenderedPage {
  const again = autoRefresh(i18n, layout, page.refreshSeconds)
  const isProof = page.for === 'proof'
  return renderOutcome(layout, {
    icon: 'waiting',
    tone: 'working',
    title: isProof ? messages.provingTitle : messages.chargingTitle,
    texts: [isProof ? messages.resultHere : messages.chargingWait],
    content: again.button,
    head: again.head,
  })
}

function renderExpiredLinkPage(
  { newLink }: ExpiredLinkPage,
  layout: PageLayout,
  { messages, merchant }: PageTexts,
): RenderedPage {
  return renderOutcome(layout, {
    icon: 'time',
    title: messages.linkExpiredTitle,
    texts: [
      messages.linkExpiredText,
      formatMessage(newLink ? messages.newLinkText : messages.askMerchant, { merchant }),
    ],
    content:
      newLink !== undefined &&
      html`<form method="post" action="${newLink}"><button class="button">${messages.newLink}</button></form>`,
  })
}
