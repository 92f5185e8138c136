import { attributes, type Html, type HtmlPart, html } from '#kernel/http/html.ts'
import { holdsCardNumber } from './card-input.ts'
import type { PageI18n } from './languages/index.ts'
import type { FieldError, FieldName } from './page-layout.ts'

export type TextField = {
  name: FieldName
  type?: 'text' | 'email' | 'tel'
  /** May come from what was typed before; a card number in it is never written back. */
  value?: string | undefined
  autocomplete: string
  inputmode?: 'numeric' | 'email' | 'tel'
  maxlength: number
  required: boolean
  hint?: string
  /** Numbers and addresses are written left to right in every language. */
  leftToRight?: boolean
  /** What is shown inside the field, at its end. */
  inside?: HtmlPart
}

/** A label, a hint, the place for an error, and the input, tied together by their ids. */
export function textField(i18n: PageI18n, field: TextField, errors: readonly FieldError[]): Html {
  const input = html`<input${attributes({
    class: 'box',
    id: field.name,
    name: field.name,
    type: field.type ?? 'text',
    value: field.type === 'tel' ? field.value : shownAgain(field.value),
    autocomplete: field.autocomplete,
    autocapitalize: field.leftToRight ? 'off' : undefined,
    spellcheck: 'false',
    inputmode: field.inputmode,
    maxlength: field.maxlength,
    dir: field.leftToRight ? 'ltr' : 'auto',
    required: field.required,
    ...describedBy(field, errors),
  })}>`
  return labelled(
    i18n,
    field,
    errors,
    field.inside ? html`<div class="number" dir="ltr">${input}${field.inside}</div>` : input,
  )
}

export type SelectField = Pick<TextField, 'name' | 'autocomplete' | 'required' | 'hint'> & {
  value: string | undefined
  choices: readonly { value: string; text: string }[]
}

export function selectField(i18n: PageI18n, field: SelectField, errors: readonly FieldError[]): Html {
  const { name, autocomplete, required } = field
  const own = attributes({ class: 'box', id: name, name, autocomplete, required, ...describedBy(field, errors) })
  return labelled(
    i18n,
    field,
    errors,
    html`<select${own}><option value="">${i18n.messages.chooseCountry}</option>${field.choices.map(
      ({ value, text }) => html`<option${attributes({ value, selected: value === field.value })}>${text}</option>`,
    )}</select>`,
  )
}

export function hiddenFields(fields: Readonly<Record<string, string>>): Html {
  return html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden"${attributes({ name, value })}>`)}`
}

/** What was typed before, unless it might be the number of a card. */
export function shownAgain(text: string | undefined): string | undefined {
  return text === undefined || holdsCardNumber(text) ? undefined : text
}

type Described = { name: FieldName; required: boolean; hint?: string }

function labelled({ messages }: PageI18n, field: Described, errors: readonly FieldError[], input: Html): Html {
  const problem = errors.find((error) => error.field === field.name)?.problem
  const optional = !field.required && html` <span class="soft">(${messages.optional})</span>`
  return html`<div class="field${problem && ' wrong'}"><label class="label" for="${field.name}">${messages.fields[labelOf(field.name)]}${optional}</label>${input}<p class="error"${attributes({ id: `${field.name}-error`, hidden: !problem })}>${problem && messages.problems[problem]}</p>${
    field.hint && html`<p class="hint" id="${field.name}-hint">${field.hint}</p>`
  }</div>`
}

/** The choice between saved cards is not a field with a label, but a list of its own. */
const labelOf = (name: FieldName): Exclude<FieldName, 'card'> => (name === 'card' ? 'cardNumber' : name)

function describedBy(field: Described, errors: readonly FieldError[]) {
  const hint = field.hint ? ` ${field.name}-hint` : ''
  return {
    'aria-describedby': `${field.name}-error${hint}`,
    'aria-invalid': errors.some((error) => error.field === field.name) ? 'true' : undefined,
  }
}
