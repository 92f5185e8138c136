import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Instant } from '#kernel/base/clock.ts'
import { attributes, type Html, type HtmlPart, html, raw } from '#kernel/http/html.ts'
import { style } from './desk-style.ts'

/**
 * One part of the staging desk, such as the clock or the mailbox: a value that `index.ts` lists. From the list come the
 * navigation, the lines of the first page, and the address: the routes of `mailbox` are mounted under /sandbox/mailbox.
 */
export type DeskSection = {
  path: string
  name: string
  /** What one does there, in a sentence. */
  about: string
  /** Its routes, with addresses relative to the section. What is posted has been seen to come from the desk itself. */
  routes(http: FastifyInstance, desk: Desk): void
}

/** What a section answers with. */
export type Desk = {
  /** A page in the frame. A message that was left by `goTo` is shown on it, once. */
  show(reply: FastifyReply, page: DeskPage): FastifyReply
  /**
   * The answer to every form: on to a page of the desk (its path below /sandbox, such as `clock`), so that a reload
   * does nothing again, with what came of it.
   */
  goTo(reply: FastifyReply, path: string, message: DeskMessage): FastifyReply
}

export type DeskPage = {
  /** The heading of the page; it begins with it. */
  title: string
  /** A sentence under the heading. */
  lead?: HtmlPart
  main: Html
  status?: number
  /** The page has a frame in it, filled from an address of ours. It needs a policy of its own there. */
  layouts?: boolean
}

export type DeskMessage = { good: boolean; text: string }

export const deskRoot = '/sandbox'

type Entry = Pick<DeskSection, 'path' | 'name'>
export type DeskParts = { now(): Instant; sections: readonly Entry[]; hasDemo: boolean }

/** The desk, for the section at this path; the empty path is the first page. */
export const openDesk = (parts: DeskParts, here: string): Desk => ({
  show: (reply, page) => {
    const message = messageIn(reply.request.headers.cookie)
    if (message) reply.header('set-cookie', cookie('', 0))
    return reply
      .status(page.status ?? 200)
      .headers(page.layouts ? { ...headers, 'content-security-policy': policy(true) } : headers)
      .send(String(layout(parts, here, page, message)))
  },
  goTo: (reply, path, message) =>
    reply
      .header('set-cookie', cookie(Buffer.from(JSON.stringify(shortened(message))).toString('base64url'), 60))
      .redirect(`${deskRoot}/${path}`.replace(/\/$/, ''), 303),
})

/** The clock's time, as the desk shows every moment. */
export const timeOf = (at: Instant): Html =>
  html`<time datetime="${at.toString()}">${at.toLocaleString('en-GB', timeFormat)}</time>`

const timeFormat = {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
} as const satisfies Intl.DateTimeFormatOptions

/** Rows under their headings; on a narrow screen it scrolls by itself. */
export const deskTable = (name: string, headings: readonly string[], rows: readonly (readonly HtmlPart[])[]): Html =>
  html`<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table><thead><tr>${headings.map(
    (heading) => html`<th scope="col">${heading}</th>`,
  )}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`

function layout({ now, sections, hasDemo }: DeskParts, here: string, page: DeskPage, message?: DeskMessage): Html {
  const link = (href: string, name: string, isHere = false) =>
    html`<li><a${attributes({ href, 'aria-current': isHere ? 'page' : undefined })}>${name}</a></li>`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Staging desk</title>
<link rel="icon" href="${icon}">
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<div class="top"><a class="brand" href="${deskRoot}">Florin <span>staging desk</span></a>
<p class="now"><span>The clock says</span> ${timeOf(now())}</p></div>
<nav aria-label="Desk"><ul>${link(deskRoot, 'Desk', here === '')}
${sections.map(({ path, name }) => link(`${deskRoot}/${path}`, name, here === path))}
${hasDemo && link('/demo', 'Demo store')}${link('/docs/api', 'API reference')}</ul></nav>
</header>
<main id="main" tabindex="-1">
${message && html`<p class="message ${message.good ? 'good' : 'bad'}" role="status">${message.text}</p>`}
<h1>${page.title}</h1>
${page.lead && html`<p class="lead">${page.lead}</p>`}
${page.main}
</main>
<footer><p>Staging only: no real money, no login. Production has none of these pages.</p></footer>
</body>
</html>
`
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#14532d"/>' +
    '<circle cx="16" cy="16" r="9" fill="none" stroke="#fff" stroke-width="2.4"/>' +
    '<path d="M16 10.5V16l4 2.5" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/></svg>',
)}`

const policy = (layouts: boolean): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'img-src data:',
    "form-action 'self'",
    ...(layouts ? ["frame-src 'self'"] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy(false),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Not `no-referrer`: with it a browser does not send the origin of a form, which the desk checks.
  'referrer-policy': 'same-origin',
}

/** A message is kept in the browser for the next page; a link from another site cannot plant one. */
const cookie = (value: string, seconds: number): string =>
  `florin_desk=${value}; Path=${deskRoot}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`

const shortened = ({ good, text }: DeskMessage): DeskMessage => ({ good, text: text.slice(0, messageMax) })
/** A cookie holds 4 KB. */
const messageMax = 600

function messageIn(cookies: string | undefined): DeskMessage | undefined {
  const [, value] = /(?:^|;\s*)florin_desk=([\w-]+)(?:;|$)/.exec(cookies ?? '') ?? []
  if (!value) return undefined
  try {
    const message = JSON.parse(Buffer.from(value, 'base64url').toString()) as Partial<DeskMessage>
    return typeof message.text === 'string' ? { good: message.good === true, text: message.text } : undefined
  } catch {
    return undefined
  }
}
