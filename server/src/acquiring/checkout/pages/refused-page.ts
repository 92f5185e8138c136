import { facts, i18nOf, originOf, type PageLayout, type RenderedPage, renderDocument, renderIcon } from '#core/pages'
import { type Html, html } from '#kernel/http/html.ts'
import type { RefusedPage } from './view.ts'

/**
 * The store's request is invalid. The page says to the shopper that it is not their fault, and to the developer, in
 * English, which field broke which rule. Nothing was created, and the browser is not sent on.
 */
export function renderRefusedPage(page: RefusedPage, layout: PageLayout): RenderedPage {
  const { messages } = i18nOf(layout.language)
  const code = (text: string | undefined) => text !== undefined && html`<code>${text}</code>`
  const several = page.problems.length > 1
  return renderDocument(
    {
      shape: 'single',
      title: messages.refusedTitle,
      main: html`<main class="single stack">
${renderIcon('failed', 'mark')}
<h1>${messages.refusedTitle}</h1>
<p>${messages.refusedText} ${messages.nothingCharged}</p>
<section class="developer" lang="en" dir="ltr" aria-labelledby="developer">
<h2 id="developer">For the developer of the store</h2>
${facts([
  !several && ['Rule', page.message],
  several ? ['Fields', problemList(page.problems)] : page.field !== undefined && ['Field', code(page.field)],
  ['Code', code(page.code)],
  page.requestId !== undefined && ['Request', code(page.requestId)],
  originOf(page.documentation ?? '') !== undefined && [
    'Read more',
    html`<a href="${page.documentation}">${page.documentation}</a>`,
  ],
])}
</section>
</main>`,
    },
    layout,
  )
}

const problemList = (problems: RefusedPage['problems']): Html =>
  html`<ul>${problems.map(({ field, rule }) => html`<li><code>${field}</code> ${rule}</li>`)}</ul>`
