import { i18nOf, type PageLayout, type RenderedPage } from '#core/pages'
import { attributes, type Html, html } from '#kernel/http/html.ts'
import { documentKinds, proofKinds } from '../verification.ts'
import { choiceField, field, form, renderStep, type Texts } from './parts.ts'
import type { FormPage, PageError } from './view.ts'

/** Which document it is. */
export function renderDocumentPage(page: FormPage, layout: PageLayout, texts: Texts): RenderedPage {
  const { messages } = texts
  const { typed, errors, action } = page
  const i18n = i18nOf(layout.language)
  const choices = documentKinds.map((value) => ({ value, text: messages.documents[value] }))
  const country = field(texts, { name: 'country', label: messages.country }, errors, (state) => {
    const own = attributes({ class: 'box', id: 'country', name: 'country', required: true, ...state })
    return html`<select${own}><option value="">${i18n.messages.chooseCountry}</option>${i18n
      .countries()
      .map(
        ({ value, text }) => html`<option${attributes({ value, selected: value === typed.country })}>${text}</option>`,
      )}</select>`
  })
  const content = [
    choiceField(texts, { name: 'kind', legend: messages.document, choices, value: typed.kind }, errors),
    country,
  ]
  return renderStep(page, layout, texts, {
    title: messages.documentTitle,
    lead: messages.documentLead,
    content: form(layout, action, content, messages.next),
  })
}

/** What stands on it. */
export function renderDetailsPage(page: FormPage, layout: PageLayout, texts: Texts): RenderedPage {
  const { messages } = texts
  const { typed, errors, action } = page
  const lines = field(texts, { name: 'mrz', label: messages.mrz, hint: messages.mrzHint }, errors, (state) => {
    const own = { class: 'box typed-lines', id: 'mrz', name: 'mrz', rows: 3, maxlength: 400, dir: 'ltr', ...state }
    const plain = { autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false' }
    return html`<textarea${attributes({ ...own, ...plain })}>${typed.mrz}</textarea>`
  })
  const number = field(texts, { name: 'number', label: messages.number }, errors, (state) => {
    const own = { class: 'box', id: 'number', name: 'number', maxlength: 40, dir: 'ltr', value: typed.number, ...state }
    return html`<input${attributes({ ...own, autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false' })}>`
  })
  const expiry = dateField(texts, { name: 'expiresOn', label: messages.expiresOn, value: typed.expiresOn }, errors)
  const content = [lines, html`<p>${messages.orByHand}</p>`, html`<div class="pair">${number}${expiry}</div>`]
  return renderStep(page, layout, texts, {
    title: messages.detailsTitle,
    content: form(layout, action, content, messages.next),
  })
}

/** What proves an address, and how old it is. */
export function renderStatementPage(page: FormPage, layout: PageLayout, texts: Texts): RenderedPage {
  const { messages } = texts
  const { typed, errors, action } = page
  const choices = proofKinds.map((value) => ({ value, text: messages.statements[value] }))
  const date = { name: 'issuedOn', label: messages.issuedOn, hint: messages.issuedHint, value: typed.issuedOn } as const
  const content = [
    choiceField(texts, { name: 'kind', legend: messages.document, choices, value: typed.kind }, errors),
    dateField(texts, date, errors),
  ]
  return renderStep(page, layout, texts, {
    title: messages.statementTitle,
    lead: messages.statementLead,
    content: form(layout, action, content, messages.next),
  })
}

type DateField = { name: 'expiresOn' | 'issuedOn'; label: string; hint?: string; value: string | undefined }

const dateField = (texts: Texts, { value, ...about }: DateField, errors: readonly PageError[]): Html =>
  field(texts, about, errors, (state) => {
    const own = { class: 'box', type: 'date', id: about.name, name: about.name, value, ...state }
    return html`<input${attributes({ ...own, min: '1900-01-01', max: '9999-12-31' })}>`
  })
