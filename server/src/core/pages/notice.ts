import { type Html, type HtmlPart, html } from '#kernel/http/html.ts'
import type { PageI18n } from './languages/index.ts'
import type { FieldError } from './page-layout.ts'

/** What went wrong, or well. It gets the focus without any script, so it is read first. */
export function notice(title: string, content: HtmlPart, tone: 'bad' | 'good' | 'plain' = 'bad'): Html {
  return html`<div class="notice ${tone} stack" role="group" aria-labelledby="notice"><h2 id="notice" tabindex="-1" autofocus>${title}</h2>${content}</div>`
}

/** The fields to correct, each with a link to it. */
export const errorSummary = (i18n: PageI18n, errors: readonly FieldError[], advice?: HtmlPart): Html =>
  notice(i18n.messages.checkFields, [errorLinks(i18n, errors), advice])

function errorLinks({ messages }: PageI18n, errors: readonly FieldError[]): Html {
  return html`<ul>${errors.map(({ field, problem }) => html`<li><a href="#${field}">${messages.problems[problem]}</a></li>`)}</ul>`
}
