import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { Instant } from '#kernel/base/clock.ts'
import { attributes, type Html, html, raw } from '#kernel/http/html.ts'
import { type Look, markOf } from '../look.ts'
import type { Customers } from '../visitors.ts'
import { question } from './question.ts'
import { style } from './style.ts'

export type AppPage = {
  title: string
  main: Html
  status?: number
  /** Where the page can be read again; absent on one that is the reply to a form. */
  here?: string
  /** A browser without script reads the page again by itself: after so long, at this address. */
  again?: { seconds: number; url: string }
}

/** Who looks, at what, and when: the frame around every page. */
export type Frame = { customers: Customers; look: Look | undefined; now: Instant }

/** Sends pages of the app, each with a content policy that allows what is on it, and nothing from elsewhere. */
export const sendPage = (reply: FastifyReply, page: AppPage, frame: Frame): FastifyReply =>
  reply
    .code(page.status ?? 200)
    .type('text/html; charset=utf-8')
    .headers(pageHeaders)
    .send(String(shell(page, frame)))

const script = readFileSync(join(import.meta.dirname, 'app-script.js'), 'utf8')
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    'img-src data:',
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin',
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#3b2bb5"/>' +
    '<path d="M10 8h6.2c4.6 0 7.8 3.2 7.8 8s-3.2 8-7.8 8H10z" fill="none" stroke="#fff" stroke-width="3.2"/>' +
    '<circle cx="16" cy="16" r="2.4" fill="#ffb86b"/></svg>',
)}`

function shell({ title, main, here, again }: AppPage, { customers, look, now }: Frame): Html {
  const waits = look?.challenge !== undefined
  const live = customers.length > 0 && { 'data-mark': markOf(look), 'data-here': here }
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${waits && 'Approve a payment · '}${title} · Dough</title>
<link rel="icon" href="${icon}">
${again && html`<noscript><meta http-equiv="refresh" content="${again.seconds};url=${again.url}"></noscript>`}
<style>${raw(style)}</style>
</head>
<body${attributes(live || {})}>
<a class="skip" href="#main">Skip to the content</a>
<header>
<p class="notice">A bank for trying things out: no real money.</p>
<div class="top"><a class="brand" href="/demo/app">Dough</a>${menu(customers)}</div>
</header>
<main id="main" tabindex="-1">
${main}
</main>
<div id="question" data-live${attributes({ 'data-asks': look?.challenge?.transactionAuthId })}>${look?.challenge && question(look.challenge, now)}</div>
<script>${raw(script)}</script>
</body>
</html>
`
}

/** Whose account this is, the others of this browser, and a new beginning. */
function menu([current, ...others]: Customers): Html {
  if (!current) return html``
  return html`<details class="menu"><summary><span class="face" aria-hidden="true">${current.name[0]}</span> ${current.name}</summary>
<div class="sheetlet">
${others.map(
  ({
    id,
    name,
  }) => html`<form action="/demo/app/switch" method="post"><input type="hidden" name="customer" value="${id}">
<button class="row" type="submit">Continue as ${name}</button></form>`,
)}
<a class="row" href="/demo/app/open">Open another account</a>
<form action="/demo/app/start-over" method="post"><button class="row" type="submit">Start over</button></form>
</div></details>`
}
