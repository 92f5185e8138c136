import { type Html, html, raw } from '#kernel/http/html.ts'
import type { Heading } from './markdown.ts'
import type { DocPage, Library, PageGroup } from './pages.ts'

export type Shown = {
  title: string
  /** Undefined on pages that are no document. */
  page?: DocPage | undefined
  headings?: readonly Heading[]
  body: Html
}

/** Of each interface, made of its routes. */
export const references = [
  { name: 'merchants', path: '/docs/api/merchants', title: 'API reference: merchants' },
  { name: 'partners', path: '/docs/api/partners', title: 'API reference: partners' },
  { name: 'staff', path: '/docs/api/staff', title: 'API reference: staff' },
] as const
export type ReferenceName = (typeof references)[number]['name']

/** A page of the site around its content. It works without script, but for searching and copying. */
export function siteLayout(library: Library, { title, page, headings = [], body }: Shown): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === 'Florin' ? title : `${title} · Florin`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/docs.css">
<script type="module" src="/docs/assets/docs.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the page</a>
<header>
<a class="home" href="/docs">Florin <span>documentation</span></a>
<search hidden><label for="search">Search</label><input id="search" type="search" placeholder="Search (press /)" autocomplete="off" aria-controls="found">
<div id="found" hidden></div><p id="found-count" role="status"></p></search>
<a class="to-contents" href="#contents">Contents</a>
</header>
<div class="columns">
<main id="content">
<article>${body}</article>
${page && neighbours(library, page)}
</main>
${headings.length > 1 && onThisPage(headings)}
${contents(library, page)}
</div>
</body>
</html>
`.toString()
}

/** The reader of the page sees the pages of their own group; the others are folded. */
const contents = (
  { groups }: Library,
  current: DocPage | undefined,
): Html => html`<nav id="contents" aria-label="Contents">
${references.map(({ path, title }) => html`<p><a href="${path}">${title}</a></p>`)}
${groups.map(({ title, pages }) => {
  const isHere = pages.some(({ page }) => page === current)
  return html`<details${raw(isHere ? ' open' : '')}><summary>${title}</summary><ul>${pages.map(
    ({ label, page }) =>
      html`<li><a href="${page.path}"${page === current && raw(' aria-current="page"')}>${label}</a></li>`,
  )}</ul></details>`
})}</nav>`

const onThisPage = (
  headings: readonly Heading[],
): Html => html`<nav class="on-page" aria-labelledby="on-page"><h2 id="on-page">On this page</h2>
<ul>${headings
  .filter(({ depth }) => depth < 4)
  .map(({ depth, id, text }) => html`<li class="depth-${depth}"><a href="#${id}">${text}</a></li>`)}</ul></nav>`

/** The page before and the page after, of the same readers. */
function neighbours({ groups }: Library, current: DocPage): Html {
  const group = groups.find(({ pages }) => pages.some(({ page }) => page === current))
  const at = group?.pages.findIndex(({ page }) => page === current) ?? -1
  const [before, after] = [group?.pages[at - 1], group?.pages[at + 1]]
  return html`<nav class="neighbours" aria-label="Before and after">${
    before && html`<a rel="prev" href="${before.page.path}"><small>Before</small>${before.label}</a>`
  }${after && html`<a rel="next" href="${after.page.path}"><small>Next</small>${after.label}</a>`}</nav>`
}

/** The first page: what there is, for whom. */
export const indexBody = ({ groups }: Library): Html => html`<h1>Florin</h1>
<p>Everything about running Florin and building on it. The same pages are in the folder <code>docs</code> of its repository.</p>
<ul class="references">${references.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}</ul>
${groups.filter(({ title }) => title !== 'Decisions' && title !== 'States').map(indexPart)}
<p>And ${groups
  .filter(({ title }) => title === 'Decisions' || title === 'States')
  .map(
    ({ title, pages }, index) =>
      html`${index > 0 && ', '}<a href="${pages[0]!.page.path}">${title.toLowerCase()}</a> (${pages.length})`,
  )}.</p>`

const indexPart = ({ title, pages }: PageGroup): Html => html`<h2>${title}</h2>
<ul class="cards">${pages.map(
  ({ label, page }) =>
    html`<li><a href="${page.path}">${label}</a>${label !== page.title && html` <small>${page.title}</small>`}</li>`,
)}</ul>`

export const notFoundBody: Html = html`<h1>There is no such page</h1>
<p>Search for it, or begin with <a href="/docs">all pages</a>.</p>`
