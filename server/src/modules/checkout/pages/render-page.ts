import { renderChallengePage } from './challenge-page.ts'
import { renderLinkPage } from './link-page.ts'
import {
  renderClosedPage,
  renderDeclinedPage,
  renderNotFoundPage,
  renderProcessingPage,
  renderReceiptPage,
  renderTroublePage,
} from './outcome-pages.ts'
import { renderPayPage } from './pay-page.ts'
import { renderRefusedPage } from './refused-page.ts'
import { renderReturnPage } from './return-page.ts'
import type { CheckoutPage, Frame, RenderedPage } from './view.ts'

/**
 * Any page a shopper can be shown, with the policy it must be sent with. The policy names where the page's forms may go
 * and browsers hold redirects to it as well: a form must be answered with a page or a redirect of our own origin, and
 * the way to anybody else is a `challenge` or `return` page.
 */
export function renderPage(page: CheckoutPage, frame: Frame): RenderedPage {
  switch (page.kind) {
    case 'link':
      return renderLinkPage(page, frame)
    case 'pay':
      return renderPayPage(page, frame)
    case 'paid':
    case 'authorized':
    case 'verified':
      return renderReceiptPage(page, frame)
    case 'processing':
      return renderProcessingPage(page, frame)
    case 'declined':
      return renderDeclinedPage(page, frame)
    case 'expired':
    case 'cancelled':
    case 'already-paid':
    case 'unavailable':
      return renderClosedPage(page, frame)
    case 'challenge':
      return renderChallengePage(page, frame)
    case 'return':
      return renderReturnPage(page, frame)
    case 'refused':
      return renderRefusedPage(page, frame)
    case 'trouble':
      return renderTroublePage(page, frame)
    case 'notFound':
      return renderNotFoundPage(frame)
    default:
      return page satisfies never
  }
}

/**
 * What every hosted page is sent with. Card data is typed on them, so nothing may keep them. The next site learns our
 * origin and not the address of the session; without even that, browsers would send forms with `Origin: null`.
 */
export function pageHeaders({ contentSecurityPolicy }: RenderedPage): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
    'cache-control': 'no-store',
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  }
}
