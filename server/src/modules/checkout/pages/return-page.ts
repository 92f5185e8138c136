import { type Frame, type RenderedPage, renderPassingPage, voiceOf } from '#pages'
import type { ReturnPage } from './view.ts'

/** Posts the browser back to the store's own address with the sealed result, in both of its fields (wire fact 1.8). */
export function renderReturnPage({ url, fields }: ReturnPage, frame: Frame): RenderedPage {
  const { words } = voiceOf(frame.language)
  return renderPassingPage(
    {
      drawing: 'way',
      title: words.returnTitle,
      text: words.returnText,
      button: words.goOn,
      url,
      method: 'POST',
      fields,
    },
    frame,
  )
}
