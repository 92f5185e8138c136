import { type PageLayout, type RenderedPage, renderOutcome } from '#core/pages'
import { documentI18nOf } from '../languages/index.ts'
import { renderFilePage } from './file-page.ts'
import { renderDetailsPage, renderDocumentPage, renderStatementPage } from './form-pages.ts'
import { renderReviewPage } from './review-page.ts'
import type { VerificationPage } from './view.ts'

/** The page of a verification, whatever step it is at. */
export function renderVerificationPage(page: VerificationPage, layout: PageLayout): RenderedPage {
  const texts = documentI18nOf(layout.language)
  const { messages } = texts
  switch (page.step) {
    case 'document':
      return renderDocumentPage(page, layout, texts)
    case 'details':
      return renderDetailsPage(page, layout, texts)
    case 'statement':
      return renderStatementPage(page, layout, texts)
    case 'review':
      return renderReviewPage(page, layout, texts)
    case 'done':
      return renderOutcome(layout, {
        ...{ icon: 'done', tone: 'good', title: messages.doneTitle, texts: [messages.done] },
        back: page.returnUrl === undefined ? undefined : { url: page.returnUrl },
      })
    case 'over':
      return renderOutcome(layout, { icon: 'time', title: messages.overTitle, texts: [messages.over] })
    default:
      return renderFilePage(page, layout, texts)
  }
}
