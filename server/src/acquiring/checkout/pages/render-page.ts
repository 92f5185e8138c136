import { type PageLayout, type RenderedPage, renderLimitedPage, renderPausedPage } from '#core/pages'
import { renderChallengePage } from './challenge-page.ts'
import { renderBankFramePage, renderLeavePage, renderReturnedPage, renderStartPage } from './framed-pages.ts'
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
import type { CheckoutPage } from './view.ts'

/**
 * Any page a shopper can be shown, with the policy it must be sent with. Its forms may go to us alone, and browsers hold
 * redirects to that as well: a form must be answered with a page or a redirect of our own origin, and the way to anybody
 * else is a `challenge`, `bank` or `return` page, whose form may go anywhere.
 */
export function renderPage(page: CheckoutPage, layout: PageLayout): RenderedPage {
  switch (page.kind) {
    case 'link':
      return renderLinkPage(page, layout)
    case 'pay':
      return renderPayPage(page, layout)
    case 'paid':
    case 'authorized':
    case 'verified':
      return renderReceiptPage(page, layout)
    case 'processing':
      return renderProcessingPage(page, layout)
    case 'declined':
      return renderDeclinedPage(page, layout)
    case 'expired':
    case 'cancelled':
    case 'already-paid':
    case 'unavailable':
      return renderClosedPage(page, layout)
    case 'challenge':
      return renderChallengePage(page, layout)
    case 'return':
      return renderReturnPage(page, layout)
    case 'refused':
      return renderRefusedPage(page, layout)
    case 'limited':
      return renderLimitedPage(page, layout)
    case 'paused':
      return renderPausedPage(page, layout)
    case 'trouble':
      return renderTroublePage(page, layout)
    case 'start':
      return renderStartPage(page, layout)
    case 'bank':
      return renderBankFramePage(page, layout)
    case 'leave':
      return renderLeavePage(page, layout)
    case 'returned':
      return renderReturnedPage(layout)
    case 'notFound':
      return renderNotFoundPage(layout)
    default:
      return page satisfies never
  }
}
