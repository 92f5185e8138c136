import { attributes, html } from '#kernel/http/html.ts'
import { facts } from './facts.ts'
import { i18nOf } from './languages/index.ts'
import { renderOutcome } from './outcome.ts'
import type { PageLayout, RenderedPage } from './page-layout.ts'

/** Too much was tried: by a machine, or by one whose address or link a machine uses too. */
export type LimitedPage = {
  kind: 'limited'
  /** `fast`: after the wait the shopper may go on. `many`: no card is accepted for a while. */
  because: 'fast' | 'many'
  seconds: number
  /** Where a plain button leads after the wait. */
  again: string | undefined
}

export function renderLimitedPage({ because, seconds, again }: LimitedPage, layout: PageLayout): RenderedPage {
  const i18n = i18nOf(layout.language)
  const { limited } = i18n.messages
  return renderOutcome(layout, {
    icon: 'time',
    title: limited.title,
    texts: [limited[because]],
    content: facts([[limited.wait, i18n.wait(seconds)]]),
    after: again !== undefined && html`<a class="button"${attributes({ href: again })}>${limited.goOn}</a>`,
  })
}
