import { i18nOf, type PageLayout, type RenderedPage, renderRedirectPage } from '#core/pages'
import type { ChallengePage } from './view.ts'

/** Sends the browser to the cardholder's bank, which wants to see them (3-D Secure). */
export function renderChallengePage({ url, method, fields }: ChallengePage, layout: PageLayout): RenderedPage {
  const { messages } = i18nOf(layout.language)
  return renderRedirectPage(
    {
      icon: 'bank',
      title: messages.challengeTitle,
      text: messages.challengeText,
      button: messages.continueToBank,
      url,
      method,
      fields,
    },
    layout,
  )
}
