import { type PageLayout, pageHeaders } from '#core/pages'
import type { Reply } from '#kernel/http/route.ts'
import { renderPage } from './pages/render-page.ts'
import type { CheckoutPage } from './pages/view.ts'

/** A page as an HTTP response. */
export function pageReply(page: CheckoutPage, layout: PageLayout, status: number): Reply {
  const rendered = renderPage(page, layout)
  return { status, headers: pageHeaders(rendered), body: rendered.body }
}
