import { i18nOf, type PageLayout, type RenderedPage, renderRedirectPage } from '#core/pages'
import type { ReturnPage } from './view.ts'

/** Takes the browser back to the store's own address: by POST with the sealed result in both of its fields (wire fact 1.8). */
export function renderReturnPage({ url, fields }: ReturnPage, layout: PageLayout): RenderedPage {
  const { messages } = i18nOf(layout.language)
  return renderRedirectPage(
    {
      icon: 'way',
      title: messages.returnTitle,
      text: messages.returnText,
      button: messages.goOn,
      url,
      method: 'POST',
      fields,
      ...(layout.frameAncestors !== 'any' && { origins: layout.frameAncestors }),
    },
    layout,
  )
}
