import { formatMessage } from '#core/i18n'
import { attributes, type Html, type HtmlPart, html } from '#kernel/http/html.ts'
import { originOf } from './csp.ts'
import { type Icon, renderIcon } from './icons.ts'
import { i18nOf, type PageI18n } from './languages/index.ts'
import type { PageLayout, RenderedPage } from './page-layout.ts'
import { renderDocument } from './render-document.ts'

/** A page with one message. */
export type Outcome = {
  icon: Icon
  tone?: 'good' | 'bad' | 'working'
  title: string
  /** Sentences under the title, and whatever follows them. */
  texts: readonly HtmlPart[]
  content?: HtmlPart
  /** The way back to the store, a link that looks like a button. Only http and https addresses are used. */
  back?: { url: string } | undefined
  after?: HtmlPart
  head?: HtmlPart
  /** It moves on by itself when something happens (`data-live`). */
  isLive?: boolean
}

export function renderOutcome(layout: PageLayout, outcome: Outcome): RenderedPage {
  const { icon, tone, title, texts, content, back, after, head, isLive = false } = outcome
  const circle = renderIcon(icon, tone === 'working' ? 'working mark' : `mark ${tone ?? ''}`.trim())
  return renderDocument(
    {
      shape: 'single',
      title: layout.merchant ? `${title} – ${layout.merchant.name}` : title,
      head,
      isLive,
      main: html`<main class="single stack">
${circle}
<h1>${title}</h1>
${texts.map((text) => text && html`<p>${text}</p>`)}
${content}
${back && wayBack(i18nOf(layout.language), back.url, layout.merchant?.name)}
${after}
</main>`,
    },
    layout,
  )
}

function wayBack({ messages }: PageI18n, url: string, merchant: string | undefined): HtmlPart {
  if (originOf(url) === undefined) return false
  const label = merchant === undefined ? messages.backToStore : formatMessage(messages.backTo, { merchant })
  return html`<a class="button" href="${url}" rel="noreferrer">${label}</a>`
}

/**
 * For a page that waits: it refreshes itself, and has a button. With script it does not refresh while a shopper reads
 * it; a timed refresh by the page itself would also be an accessibility violation. `live`: where the script learns that
 * something has happened, so that it looks then.
 */
export function autoRefresh(
  { language, messages }: PageI18n,
  { address = '' }: PageLayout,
  seconds: number,
  { live }: { live?: string } = {},
): { button: Html; head: Html } {
  const again = `${address}${address.includes('?') ? '&' : '?'}lang=${language}`
  return {
    button: html`<a class="button"${attributes(live === undefined ? { href: again, 'data-look-again': seconds } : { href: again, 'data-live': live })}>${messages.checkNow}</a>`,
    head: html`<noscript><meta http-equiv="refresh" content="${seconds};url=${again}"></noscript>`,
  }
}
