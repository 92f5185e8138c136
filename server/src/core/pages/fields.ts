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
  /** In place of our own name of the field. */
  label?: string | undefined
  hint?: string | undefined
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

export type SelectField = Pick<TextField, 'name' | 'autocomplete' | 'required' | 'label' | 'hint'> & {
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

type Described = Pick<TextField, 'name' | 'required' | 'label' | 'hint'>

function labelled(i18n: PageI18n, field: Described, errors: readonly FieldError[], input: Html): Html {
  const { messages } = i18n
  const problem = errors.find((error) => error.field === field.name)?.problem
  const optional = !field.required && html` <span class="soft">(${messages.optional})</span>`
  const label = html`${field.label ?? nameOfField(i18n, field.name)}${optional}`
  return fieldFrame(
    { name: field.name, label, hint: field.hint, problem: problem && messages.problems[problem] },
    input,
  )
}

export type FieldFrame = {
  /** The id of the input. */
  name: string
  label: HtmlPart
  hint?: HtmlPart
  /** What is wrong with what was typed. */
  problem?: HtmlPart
}

/** The label, the place for an error and the hint around any input. */
export const fieldFrame = ({ name, label, hint, problem }: FieldFrame, input: Html): Html =>
  html`<div class="field${problem && ' wrong'}"><label class="label" for="${name}">${label}</label>${input}<p class="error"${attributes({ id: `${name}-error`, hidden: !problem })}>${problem}</p>${
    hint && html`<p class="hint" id="${name}-hint">${hint}</p>`
  }</div>`

/** Our own name of a field. The choice between saved cards is a list with a heading. */
export const nameOfField = ({ messages }: PageI18n, name: FieldName): string =>
  name === 'card' ? messages.chooseCard : messages.fields[name]

const describedBy = (field: Described, errors: readonly FieldError[]) =>
  fieldState({ ...field, problem: errors.some((error) => error.field === field.name) && field.name })

/** What an input says of its error and its hint, for screen readers. */
export const fieldState = ({ name, hint, problem }: Omit<FieldFrame, 'label'>) => ({
  'aria-describedby': `${name}-error${hint ? ` ${name}-hint` : ''}`,
  'aria-invalid': problem ? 'true' : undefined,
})
