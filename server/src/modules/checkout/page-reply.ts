import type { Reply } from '#kernel/route.ts'
import { renderPage } from './pages/render-page.ts'
import type { CheckoutPage, Frame } from './pages/view.ts'

/** A page as an HTTP answer: never cached, never sniffed, telling no other site where the shopper comes from. */
export function pageReply(page: CheckoutPage, frame: Frame, status: number): Reply {
  const { body, contentSecurityPolicy } = renderPage(page, frame)
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      'cross-origin-opener-policy': 'same-origin',
      ...(frame.frameAncestors.length === 0 && { 'x-frame-options': 'DENY' }),
    },
    body,
  }
}
