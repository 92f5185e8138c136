import { type Html, type HtmlPart, html } from '#kernel/html.ts'
import type { FieldError } from './frame.ts'
import type { Voice } from './voice.ts'

/** What went wrong, or well, read first: the focus is put on it without any script. */
export function notice(title: string, content: HtmlPart, tone: 'bad' | 'good' | 'plain' = 'bad'): Html {
  return html`<div class="notice ${tone} stack" role="group" aria-labelledby="notice"><h2 id="notice" tabindex="-1" autofocus>${title}</h2>${content}</div>`
}

/** The fields to be mended, each a link to its place. */
export const checkThese = (voice: Voice, errors: readonly FieldError[], advice?: HtmlPart): Html =>
  notice(voice.words.checkFields, [errorLinks(voice, errors), advice])

function errorLinks({ words }: Voice, errors: readonly FieldError[]): Html {
  return html`<ul>${errors.map(({ field, problem }) => html`<li><a href="#${field}">${words.problems[problem]}</a></li>`)}</ul>`
}
