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
  /** Undefined: a link leads to the address as it is. */
  fields: Readonly<Record<string, string>> | undefined
  /** Origins whose pages may show this one in a frame, and take its address to the whole window instead. */
  origins?: readonly string[]
  /** It goes on by itself where script runs. Default: yes; no: the person presses the button. */
  byItself?: boolean
}

/**
 * A page that redirects the browser: its form sends itself by default, and has a button. Where the address sends the browser
 * on to is not known, so the page's policy does not say where its form may go.
 */
export function renderRedirectPage(redirect: RedirectPage, layout: PageLayout): RenderedPage {
  const { icon, title, text, url, fields } = redirect
  const isWebAddress = originOf(url) !== undefined
  return renderDocument(
    {
      shape: 'single',
      title,
      ...(fields ? { leaves: true } : { head: isWebAddress && followedWithoutScript(redirect) }),
      main: html`<main class="single stack">
${renderIcon(icon, 'mark')}
<h1>${title}</h1>
<p>${text}</p>
${isWebAddress && (fields ? formOf(redirect, fields) : linkOf(redirect))}
</main>`,
    },
    layout,
  )
}

/**
 * A form sent with GET drops the query of its address, so its parameters become fields; with POST the address is kept
 * whole (wire fact 1.8).
 */
function formOf({ url, method, button, ...rest }: RedirectPage, fields: Readonly<Record<string, string>>): Html {
  const inQuery = method === 'GET' ? Object.fromEntries(new URL(url).searchParams) : {}
  const own = attributes({
    class: 'stack',
    method: method.toLowerCase(),
    action: url,
    ...passingOn(rest),
  })
  const content: HtmlPart = [hiddenFields({ ...inQuery, ...fields }), html`<button class="button">${button}</button>`]
  return html`<form${own}>${content}</form>`
}

const linkOf = ({ url, button, ...rest }: RedirectPage): Html =>
  html`<a${attributes({ class: 'button', href: url, ...passingOn(rest) })}>${button}</a>`

const passingOn = ({ origins, byItself = true }: Pick<RedirectPage, 'origins' | 'byItself'>) => ({
  'data-pass-on': byItself,
  'data-origins': origins?.join(' ') || undefined,
})

/** Nothing has to be sent, so a browser without script goes on by itself, too. */
const followedWithoutScript = ({ url, byItself = true }: RedirectPage): HtmlPart =>
  byItself && html`<noscript><meta http-equiv="refresh" content="0;url=${new URL(url).href}"></noscript>`
