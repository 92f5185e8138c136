import { html } from '#kernel/http/html.ts'
import { hiddenFields } from './fields.ts'
import { i18nOf } from './languages/index.ts'
import { renderOutcome } from './outcome.ts'
import type { PageLayout, RenderedPage } from './page-layout.ts'

/** An operator has paused the payments that this card would be charged by: nothing was requested. */
export type PausedPage = {
  kind: 'paused'
  /** Where the shopper tries again. */
  again: string
  /** Sent along, so that a bank is not asked twice. */
  fields?: Readonly<Record<string, string>>
}

export function renderPausedPage({ again, fields }: PausedPage, layout: PageLayout): RenderedPage {
  const { paused, limited } = i18nOf(layout.language).messages
  return renderOutcome(layout, {
    icon: 'time',
    title: paused.title,
    texts: [paused.nothingTaken, paused.later],
    after: fields
      ? html`<form method="post" action="${again}">${hiddenFields(fields)}<button class="button">${limited.goOn}</button></form>`
      : html`<a class="button" href="${again}">${limited.goOn}</a>`,
  })
}
