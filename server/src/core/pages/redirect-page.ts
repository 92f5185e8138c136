import { attributes, type Html, type HtmlPart, html } from '#kernel/http/html.ts'
import { originOf } from './csp.ts'
import { hiddenFields } from './fields.ts'
import { type Icon, renderIcon } from './icons.ts'
import type { PageLayout, RenderedPage } from './page-layout.ts'
import { renderDocument } from './render-document.ts'

export type RedirectPage = {
  icon: Icon
  title: string
  text: HtmlPart
  button: string
  url: string
  method: 'POST' | 'GET'
  fields: Readonly<Record<string, string>>
  /** Origins whose pages may show this one in a frame, and take its address to the whole window instead. */
  origins?: readonly string[]
  /** It goes on by itself where script runs. Default: yes; no: the person presses the button. */
  byItself?: boolean
}

/** A page that redirects the browser: its form sends itself by default, and has a button. */
export function renderRedirectPage(redirect: RedirectPage, layout: PageLayout): RenderedPage {
  const { icon, title, text, url } = redirect
  return renderDocument(
    {
      shape: 'single',
      title,
      formTargets: [url],
      main: html`<main class="single stack">
${renderIcon(icon, 'mark')}
<h1>${title}</h1>
<p>${text}</p>
${originOf(url) !== undefined && formOf(redirect)}
</main>`,
    },
    layout,
  )
}

/**
 * A form sent with GET drops the query of its address, so its parameters become fields; with POST the address is kept
 * whole (wire fact 1.8).
 */
function formOf({ url, method, fields, button, origins, byItself = true }: RedirectPage): Html {
  const inQuery = method === 'GET' ? Object.fromEntries(new URL(url).searchParams) : {}
  const own = attributes({
    class: 'stack',
    method: method.toLowerCase(),
    action: url,
    'data-pass-on': byItself,
    'data-origins': origins?.join(' ') || undefined,
  })
  const content: HtmlPart = [hiddenFields({ ...inQuery, ...fields }), html`<button class="button">${button}</button>`]
  return html`<form${own}>${content}</form>`
}
