import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ApiRoute } from '#acquiring/api'
import { nextTurn } from '#kernel/base/next-turn.ts'
import { type Html, html, raw } from '#kernel/http/html.ts'
import { errorNumbers } from './error-numbers.ts'
import { operationIdOf } from './openapi.ts'

/**
 * The reference of the merchant interface for people, made from the routes themselves. One page without script, and
 * nothing in it is fetched from anywhere. Each route is written in a turn of its own, as in `openApiDocument`.
 */
export async function referencePage(routes: readonly ApiRoute[], publicUrl: string) {
  const groups = Map.groupBy(routes, ({ group }) => group)
  const parts = new Map<ApiRoute, Html>()
  for (const route of routes) {
    await nextTurn()
    parts.set(route, routePart(route))
  }
  const body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Merchant interface</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>
<header><h1>Merchant interface</h1>${opening(publicUrl)}</header>
<nav aria-label="Contents"><ul>${[...groups].map(([name, its]) => contents(name, its))}
<li><a href="#errors">Errors</a></li></ul></nav>
<main>${[...groups].map(([name, its]) => html`<section><h2>${name}</h2>${its.map((route) => parts.get(route)!)}</section>`)}${errorPart}</main>
</body>
</html>`
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src '${hashOf(style)}'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    body: body.toString(),
  }
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

const opening = (publicUrl: string): Html => html`<p>All addresses begin with <code>${publicUrl}</code>.
Send the private key of your site with every request: <code>Authorization: Bearer &lt;key&gt;</code>. Bodies are forms
(<code>application/x-www-form-urlencoded</code>, lists as <code>name[]</code>) or JSON, by their Content-Type.</p>
<p>Every answer is <code>{code, message, data}</code>, where <code>code</code> is the HTTP status; a list has
<code>pagination</code> beside it. An error has the same list in <code>error</code> and <code>errors</code>.
With an <code>Idempotency-Key</code> header a request has its effect once, however often it is sent.
The same as a document for programs: <a href="/openapi.json">openapi.json</a>.</p>`

const contents = (name: string, routes: readonly ApiRoute[]): Html =>
  html`<li>${name}<ul>${routes.map(
    (route) => html`<li><a href="#${operationIdOf(route)}"><b>${route.method}</b> ${shownPath(route)}</a></li>`,
  )}</ul></li>`

const shownPath = ({ path }: ApiRoute): string => path.replaceAll(/:(\w+)/g, '{$1}')

const routePart = (route: ApiRoute): Html => html`<article id="${operationIdOf(route)}">
<h3><b>${route.method}</b> <code>${shownPath(route)}</code></h3>
<p>${route.summary}.${route.about && html` ${prose(route.about)}`}</p>
${fieldTable('Path', route.params)}${fieldTable('Query', route.query)}${route.body && fieldTable('Body', route.body)}
<details><summary>Answer ${route.status}${route.also.map((status) => `, ${status}`)}</summary>
<pre>${JSON.stringify(shapeOf(route), undefined, 2)}</pre></details>
</article>`

/** What stands between backticks is code. */
const prose = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`

type Described = { description?: string; default?: unknown; items?: { description?: string } }

function fieldTable(title: string, schema: z.ZodObject): Html {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' }) as {
    properties?: Record<string, Described>
    required?: readonly string[]
  }
  const rows = Object.entries(properties)
  if (rows.length === 0) return html``
  return html`<table><caption>${title}</caption><thead><tr><th scope="col">Field</th><th scope="col">What</th></tr></thead>
<tbody>${rows.map(
    ([name, { description, default: fallback, items }]) =>
      html`<tr><th scope="row"><code>${name}</code>${
        required.includes(name) && html` <em>required</em>`
      }</th><td>${description ?? (items?.description && `A list. ${items.description}`)}${fallback !== undefined && html` Default: <code>${String(fallback)}</code>.`}</td></tr>`,
  )}</tbody></table>`
}

function shapeOf({ data, list }: ApiRoute): unknown {
  const { $schema: _, ...shape } = z.toJSONSchema(data, { io: 'output' })
  return list ? [shape] : shape
}

const errorPart: Html = html`<section id="errors"><h2>Errors</h2>
<p>Branch on <code>reason</code>, which is stable, or on <code>code</code>, as older clients do.</p>
<table><caption>Known errors</caption>
<thead><tr><th scope="col">Code</th><th scope="col">Reason</th><th scope="col">What to do</th></tr></thead>
<tbody>${Object.entries(errorNumbers)
  .toSorted(([, a], [, b]) => a.number - b.number)
  .map(
    ([reason, { number, advice }]) =>
      html`<tr><td>${number}</td><td><code>${reason}</code></td><td>${advice}</td></tr>`,
  )}</tbody></table></section>`

const style = `
:root { color-scheme: light dark; --line: light-dark(#d6d6d6, #444); --soft: light-dark(#f5f5f4, #1f1f1f) }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 62rem; padding: 1.5rem }
h3 b, nav b { font-weight: 600; font-size: .8em }
nav > ul { columns: 18rem; padding: 0; list-style: none }
nav li { break-inside: avoid }
nav ul ul { list-style: none; padding-left: .75rem; margin-bottom: 1rem }
article { border-top: 1px solid var(--line); padding: .5rem 0 1rem }
table { border-collapse: collapse; width: 100%; margin: .75rem 0 }
caption { text-align: left; font-weight: 600 }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-top: 1px solid var(--line); font-weight: 400 }
th[scope=row] { white-space: nowrap }
pre { background: var(--soft); padding: .75rem; overflow: auto; max-height: 30rem }
code { font-size: .92em }
`
