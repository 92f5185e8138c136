import { posix } from 'node:path'
import GithubSlugger from 'github-slugger'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import nginx from 'highlight.js/lib/languages/nginx'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import xml from 'highlight.js/lib/languages/xml'
import { Marked, type Tokens } from 'marked'
import { type Html, html, raw } from '#kernel/http/html.ts'
import { type DocPage, plainText } from './pages.ts'
import { type Sample, samplesOf } from './samples.ts'

const languages = { sh: bash, js: javascript, html: xml, ini, java, json, nginx, php, python, sql }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

/** A heading below the title, and the address of it within the page. */
export type Heading = { depth: number; id: string; text: string }
export type RenderedPage = { body: Html; headings: readonly Heading[] }

export type Rendering = {
  byFile: ReadonlyMap<string, DocPage>
  /** Takes the place of the address that the guides print in samples, so that they work as they are copied. */
  apiUrl: string
}

/** Addresses of a fresh start, as the guides print them. */
const printedUrl = /http:\/\/(?:127\.0\.0\.1|localhost):8080(?![\w.])/g

/** The page as markup: links between documents become those of the site, and headings have the anchors that GitHub gives them. */
export function renderPage(page: DocPage, { byFile, apiUrl }: Rendering): RenderedPage {
  const headings: Heading[] = []
  const slugs = new GithubSlugger()
  let blocks = 0
  const marked = new Marked({
    renderer: {
      heading({ depth, text, tokens }) {
        const plain = plainText(text)
        const id = slugs.slug(plain)
        if (depth > 1) headings.push({ depth, id, text: plain })
        const inner = raw(this.parser.parseInline(tokens))
        const anchor = depth > 1 && html` <a class="anchor" href="#${id}" aria-label="Address of: ${plain}">#</a>`
        return `${html`${raw(`<h${depth} id="${id}">`)}${inner}${anchor}${raw(`</h${depth}>`)}`}\n`
      },
      code({ text, lang = '' }) {
        if (lang === 'mermaid') return `${transitionTable(text)}\n`
        const shown = text.replaceAll(printedUrl, apiUrl)
        const samples = lang === 'sh' ? samplesOf(shown) : []
        blocks++
        return `${samples.length > 0 ? tabs(samples, blocks) : codeBlock(shown, lang)}\n`
      },
      table(token) {
        const cells = (tag: 'td' | 'th', row: Tokens.TableCell[]) =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')
        const isHeaded = token.header.some(({ text }) => text !== '')
        const head = isHeaded
          ? `<thead><tr>${cells('th', token.header).replaceAll('<th></th>', '<td></td>')}</tr></thead>`
          : ''
        const rows = token.rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n')
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>\n`
      },
      link({ href, tokens }) {
        const inner = raw(this.parser.parseInline(tokens))
        const to = linkFrom(page, href, byFile)
        return to === undefined ? inner.toString() : html`<a href="${to}">${inner}</a>`.toString()
      },
      image({ href, text }) {
        const source = posix.join(posix.dirname(page.file), href)
        return html`<img src="/${source}" alt="${text}" loading="lazy">`.toString()
      },
    },
  })
  return { body: raw(marked.parse(page.text, { async: false })), headings }
}

/** A diagram of states, `from --> to: event` on each line, as a table: the first row of a status names it. */
function transitionTable(diagram: string): Html {
  const transitions = [...diagram.matchAll(/^ *(\S+) --> (\S+?)(?:: (.*))?$/gm)].map(([, from, to, event]) => ({
    from: from!,
    to: to!,
    event,
  }))
  const groups = Map.groupBy(transitions, ({ from }) => from)
  return html`<div class="wide" tabindex="0"><table><thead><tr><th scope="col">From</th><th scope="col">By</th><th scope="col">To</th></tr></thead>
${[...groups].map(
  ([from, its]) =>
    html`<tbody>${its.map(
      ({ to, event }, index) =>
        html`<tr>${index === 0 && html`<th scope="rowgroup" rowspan="${String(its.length)}">${nameOf(from, 'beginning')}</th>`}<td>${event}</td><td>${nameOf(to, 'end')}</td></tr>`,
    )}</tbody>`,
)}</table></div>`
}
const nameOf = (status: string, outside: string): Html =>
  status === '[*]' ? html`<em>${outside}</em>` : html`<code>${status}</code>`

/** Where a link leads on the site; undefined for a source file, which the site does not serve. */
function linkFrom({ file }: DocPage, href: string, byFile: ReadonlyMap<string, DocPage>): string | undefined {
  if (/^(?:https?:|mailto:|#)/.test(href)) return href
  const [target = '', hash] = href.split('#')
  const page = byFile.get(posix.join(posix.dirname(file), target))
  return page && `${page.path}${hash === undefined ? '' : `#${hash}`}`
}

export const codeBlock = (text: string, language: string): Html =>
  html`<div class="code">${preformatted(text, language)}</div>`

function preformatted(text: string, language: string, kind?: string): Html {
  const isKnown = Object.hasOwn(languages, language)
  const inner = isKnown ? raw(hljs.highlight(text, { language, ignoreIllegals: true }).value) : text
  return html`<pre tabindex="0"${kind && raw(` class="${kind}"`)}><code>${inner}</code></pre>`
}

/** Without script: the button that is chosen shows its sample by style alone. */
export const tabs = (samples: readonly Sample[], block: number | string): Html => html`<fieldset class="code samples">
<legend>Sample in</legend>${samples.map(
  ({ language, label }, index) =>
    html`<input type="radio" name="sample-${block}" id="sample-${block}-${language}" class="${language}" value="${language}"${index === 0 && raw(' checked')}><label for="sample-${block}-${language}">${label}</label>`,
)}
${samples.map(({ language, text }) => preformatted(text, language, language))}</fieldset>`
