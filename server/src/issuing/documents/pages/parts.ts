import { sideMin } from '#core/files'
import { formatMessage, type I18n } from '#core/i18n'
import { fieldFrame, fieldState, i18nOf, notice, type PageLayout, type RenderedPage, renderDocument } from '#core/pages'
import { attributes, type Html, type HtmlPart, html } from '#kernel/http/html.ts'
import type { DocumentMessages } from '../languages/index.ts'
import type { FilePage, FormPage, PageError, ReviewPage } from './view.ts'

export type Texts = I18n<DocumentMessages>

/** A size as people read it: `2.1 MB`. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${Math.round(bytes / 100_000) / 10} MB`

/** What is wrong, as a sentence. */
export function sentenceOf({ messages }: Texts, error: PageError, bytesMax = 0): HtmlPart {
  const { problem } = error
  if (problem === 'mrz_digit') return formatMessage(messages.digits[error.what], { line: error.line })
  if (problem === 'mrz_date') return formatMessage(messages.dates[error.what], { line: error.line })
  const values = { dots: sideMin, size: sizeText(bytesMax), kind: '', line: 0, has: 0, should: 0, ...error }
  return formatMessage(messages.problems[problem], values)
}

type StepPage = FormPage | FilePage | ReviewPage
type StepContent = { title: string; lead?: HtmlPart; content: HtmlPart; bytesMax?: number }

/** The frame of every step: how far one is, what is wrong, and what to do. */
export function renderStep(
  page: StepPage,
  layout: PageLayout,
  texts: Texts,
  { title, lead, content, bytesMax }: StepContent,
): RenderedPage {
  const { messages } = texts
  const merchant = layout.merchant?.name
  const { number, count } = page
  return renderDocument(
    {
      shape: 'single',
      title: [title, messages.titles[page.kind], merchant].filter(Boolean).join(' – '),
      main: html`<main class="single">
<p class="soft">${messages.titles[page.kind]} · ${formatMessage(messages.step, { step: number, count })}</p>
<progress class="progress" max="${count}" value="${number}" aria-hidden="true"></progress>
<h1 class="heading">${title}</h1>
${notices(page, layout, texts, bytesMax)}
${lead && html`<p class="lead">${lead}</p>`}
${content}
</main>`,
    },
    layout,
  )
}

function notices({ errors, isChanged }: StepPage, layout: PageLayout, texts: Texts, bytesMax = 0): HtmlPart {
  const { messages } = texts
  if (isChanged) return notice(messages.changedTitle, html`<p>${messages.changed}</p>`, 'plain')
  if (errors.length === 0) return false
  const links = errors.map(
    (error) => html`<li><a href="#${error.field}">${sentenceOf(texts, error, bytesMax)}</a></li>`,
  )
  const hasMistyped = errors.some(({ problem }) => problem === 'mrz_digit')
  const advice = hasMistyped && html`<p>${messages.lookAlikes}</p>`
  return notice(i18nOf(layout.language).messages.checkFields, [html`<ul>${links}</ul>`, advice])
}

type Field = { name: PageError['field']; label: HtmlPart; hint?: HtmlPart }

/** A field with everything around it; `input` receives what it says of its error and hint. */
export function field(
  texts: Texts,
  { name, label, hint }: Field,
  errors: readonly PageError[],
  input: (state: ReturnType<typeof fieldState>) => Html,
  bytesMax = 0,
): Html {
  const own = errors.filter((error) => error.field === name)
  const problem =
    own.length > 0 && own.map((error) => html`<span class="aside">${sentenceOf(texts, error, bytesMax)}</span>`)
  return fieldFrame({ name, label, hint, problem }, input(fieldState({ name, hint, problem })))
}

type Choices = {
  name: 'kind'
  legend: HtmlPart
  choices: readonly { value: string; text: string }[]
  value: string | undefined
}

/** One of a few. The first one carries the id, so that a link from the list of errors leads to it. */
export function choiceField(
  texts: Texts,
  { name, legend, choices, value }: Choices,
  errors: readonly PageError[],
): Html {
  const error = errors.find((each) => each.field === name)
  const described = { 'aria-describedby': error && `${name}-error` }
  return html`<fieldset class="fields stack"${attributes(described)}><legend class="unseen">${legend}</legend>${
    error && html`<p class="error" id="${name}-error">${sentenceOf(texts, error)}</p>`
  }<div>${choices.map(
    (choice, index) =>
      html`<label class="choice"><input class="tick" type="radio"${attributes({
        ...{ name, value: choice.value, checked: choice.value === value, required: true },
        id: index === 0 ? name : undefined,
      })}> <span>${choice.text}</span></label>`,
  )}</div></fieldset>`
}

type FormKind = { isUpload: boolean; busy: string }

export const form = (layout: PageLayout, action: string, content: HtmlPart, button: string, kind?: FormKind): Html => {
  const busy = kind?.busy ?? i18nOf(layout.language).messages.oneMoment
  const own = attributes({ method: 'post', action, enctype: kind?.isUpload && 'multipart/form-data' })
  return html`<form class="stack"${own}>${content}<button class="button" data-busy="${busy}">${button}</button></form>`
}
