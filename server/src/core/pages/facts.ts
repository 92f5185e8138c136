import { type Html, type HtmlPart, html } from '#kernel/http/html.ts'

/** Each fact is a pair of its name and what it is; an absent one is left out. */
export function facts(pairs: readonly (readonly [string, HtmlPart] | null | undefined | false)[]): Html {
  return html`<dl class="facts">${pairs.map((pair) => pair && html`<div><dt>${pair[0]}</dt> <dd><bdi>${pair[1]}</bdi></dd></div>`)}</dl>`
}
