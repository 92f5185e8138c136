import type { PageI18n } from '#core/pages'
import { type HtmlPart, html } from '#kernel/http/html.ts'
import type { FormWords } from './view.ts'

/** The site's own title above a form; nothing in a language in which it has none. */
export function formTitle({ language }: PageI18n, words: FormWords | undefined): HtmlPart {
  const title = words?.title[language]
  return title !== undefined && html`<h2 class="heading" dir="auto">${title}</h2>`
}

/** What the site says beside the button, to be read before it is pressed: its note, and where its conditions are. */
export function formNote({ language, messages }: PageI18n, words: FormWords | undefined): HtmlPart {
  if (!words) return false
  const note = words.note[language]
  const { termsUrl, returnsUrl } = words
  return html`${note !== undefined && html`<p class="soft" dir="auto">${note}</p>`}${
    (termsUrl ?? returnsUrl) !== undefined &&
    html`<p class="soft conditions">${link(termsUrl, messages.termsOfSale)}${link(returnsUrl, messages.returns)}</p>`
  }`
}

/** In a window of its own, so that what was typed stays. */
const link = (url: string | undefined, text: string): HtmlPart =>
  url !== undefined && html`<a href="${url}" target="_blank" rel="noopener noreferrer">${text}</a>`
