import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { languages } from '#core/i18n'
import { attributes, type Html, type HtmlPart, html, raw } from '#kernel/http/html.ts'
import { type StoreI18n, storeI18nOf } from '../languages/index.ts'
import { style } from './style.ts'

export type Page = {
  i18n: StoreI18n
  title: string
  main: Html
  status?: number
  here?: 'shop' | 'orders'
  /** Where a GET shows this page again; the language links add `lang` to it. Absent: no links. */
  address?: string
  /** The text of the only script of the shop that may run. */
  script?: string
  /** The script of the checkout runs on it, and shows a frame. */
  embedsCheckout?: boolean
}

/**
 * Sends pages of the shop, each with a content policy that allows exactly what is on it, and nothing from elsewhere.
 */
export function pageSender({ checkoutUrl }: { checkoutUrl: string }) {
  const checkoutOrigin = new URL(checkoutUrl).origin
  return (reply: FastifyReply, page: Page): FastifyReply =>
    reply
      .code(page.status ?? 200)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', contentPolicy(checkoutOrigin, page))
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'strict-origin-when-cross-origin')
      .send(String(shell(page)))
}

export type PageSender = ReturnType<typeof pageSender>

function contentPolicy(checkoutOrigin: string, { script, embedsCheckout }: Page): string {
  const own = script === undefined ? "'none'" : hashOf(script)
  return [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${embedsCheckout ? `${own} ${checkoutOrigin}` : own}`,
    ...(embedsCheckout ? [`frame-src ${checkoutOrigin}`] : []),
    'img-src data:',
    `form-action 'self' ${checkoutOrigin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** An icon inside the page saves the browser from asking for one. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#9a3b12"/>' +
    '<path d="M6 20c0-7 4-11 10-11s10 4 10 11c0 2-1 3-3 3H9c-2 0-3-1-3-3z" fill="#f6dfb8"/>' +
    '<path d="m11 19 3-6m2 6 3-6m2 6 2-4" stroke="#9a3b12" stroke-width="1.8" stroke-linecap="round"/></svg>',
)}`

function shell({ i18n, title, main, here, address }: Page): Html {
  const { language, direction, messages } = i18n
  const link = (href: string, text: string, isHere: boolean) =>
    html`<li><a${attributes({ href, 'aria-current': isHere ? 'page' : undefined })}>${text}</a></li>`
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Crumb &amp; Co.</title>
<link rel="icon" href="${icon}">
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#main">${messages.skip}</a>
<header>
<p class="notice">${messages.notice}</p>
<div class="top"><a class="brand" href="/demo">Crumb <span>&amp;</span> Co.</a>
<nav aria-label="${messages.shop}"><ul>${link('/demo', messages.shop, here === 'shop')}${link('/demo/orders', messages.orders, here === 'orders')}${link('/sandbox', messages.desk, false)}${link('/docs/api', messages.reference, false)}</ul></nav>
${languageMenu(i18n, address)}</div>
</header>
<main id="main" tabindex="-1">
${main}
</main>
<footer class="bottom"><p>${messages.footer}</p></footer>
</body>
</html>
`
}

/** Each language by its own name, for a visitor who cannot read the page. The shop remembers the choice. */
function languageMenu({ messages, language }: StoreI18n, address: string | undefined): HtmlPart {
  if (address === undefined) return false
  const separator = address.includes('?') ? '&' : '?'
  return html`<details class="languages"><summary><span class="hidden">${messages.language}: </span>${messages.name}</summary><ul>${languages.map(
    (each) =>
      html`<li><a${attributes({ href: `${address}${separator}lang=${each}`, lang: each, hreflang: each, 'aria-current': each === language && 'true' })}>${storeI18nOf(each).messages.name}</a></li>`,
  )}</ul></details>`
}
