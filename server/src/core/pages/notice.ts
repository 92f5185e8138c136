import { formatMessage } from '#core/i18n'
import { type Html, type HtmlPart, html } from '#kernel/http/html.ts'
import { nameOfField } from './fields.ts'
import type { PageI18n } from './languages/index.ts'
import type { FieldError, WantedField } from './page-layout.ts'

/** What went wrong, or well. It gets the focus without any script, so it is read first. */
export function notice(title: string, content: HtmlPart, tone: 'bad' | 'good' | 'plain' = 'bad'): Html {
  return html`<div class="notice ${tone} stack" role="group" aria-labelledby="notice"><h2 id="notice" tabindex="-1" autofocus>${title}</h2>${content}</div>`
}

type Summary = {
  errors: readonly FieldError[]
  /** Fields that may have a name of the merchant's own. */
  wanted?: readonly WantedField[]
  advice?: HtmlPart
}

/** The fields to correct, each by its name, with a link to it. */
export const errorSummary = (i18n: PageI18n, { errors, wanted = [], advice }: Summary): Html =>
  notice(i18n.messages.checkFields, [errorLinks(i18n, errors, wanted), advice])

function errorLinks(i18n: PageI18n, errors: readonly FieldError[], wanted: readonly WantedField[]): Html {
  const { messages, language } = i18n
  const rows = errors.map(({ field, problem }) => {
    const own = wanted.find(({ name }) => name === field)?.label?.[language]
    const values = { field: own ?? nameOfField(i18n, field), problem: messages.problems[problem] }
    return html`<li><a href="#${field}">${formatMessage(messages.problemOfField, values)}</a></li>`
  })
  return html`<ul>${rows}</ul>`
}
