import { type Frame, type RenderedPage, renderPassingPage, voiceOf } from '#pages'
import type { ChallengePage } from './view.ts'

/** Sends the browser to the cardholder's bank, which wants to see them (3-D Secure). */
export function renderChallengePage({ url, method, fields }: ChallengePage, frame: Frame): RenderedPage {
  const { words } = voiceOf(frame.language)
  return renderPassingPage(
    {
      drawing: 'bank',
      title: words.challengeTitle,
      text: words.challengeText,
      button: words.continueToBank,
      url,
      method,
      fields,
    },
    frame,
  )
}
