import { type Language, languages } from '#core/i18n'
import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/base/json.ts'
import { refuse } from './refusals.ts'
import { readWebAddress } from './web-address.ts'

/** What hosted pages can ask of a shopper: the facts of the checkout request's customer object (merchant-payments). */
export const payFormFieldNames = [
  'email',
  'firstName',
  'lastName',
  'phone',
  'address',
  'city',
  'zipCode',
  'country',
  'state',
] as const
export type PayFormFieldName = (typeof payFormFieldNames)[number]

/** One text in each of some languages. A page in another language does without it. */
export type PayFormTexts = Readonly<Partial<Record<Language, string>>>

/** What the hosted pages of a site ask of shoppers beside the card, and the site's own words on them: plain text. */
export type PayForm = {
  /** In the order in which they are asked. */
  fields: readonly PayFormField[]
  /** Above the form. */
  title: PayFormTexts
  /** Beside the button that pays. */
  note: PayFormTexts
  /** Where the store says on what terms it sells, and how things are returned: https. */
  termsUrl?: string
  returnsUrl?: string
}
export type PayFormField = {
  name: PayFormFieldName
  required: boolean
  /** In place of our own name of the field. */
  label: PayFormTexts
  /** Below the field. */
  help: PayFormTexts
}

export const payFormLimits = { label: 60, help: 160, title: 80, note: 300, url: 500 } as const

/** Refuses the first part that is wrong, by its path. Undefined for a form that asks and says nothing. */
export function checkPayForm(unchecked: object): PayForm | undefined {
  const { fields, title, note, termsUrl, returnsUrl } = partsOf('payForm', unchecked as JsonObject, parts)
  const form: PayForm = {
    fields: checkFields(fields),
    title: checkTexts('payForm.title', title, payFormLimits.title),
    note: checkTexts('payForm.note', note, payFormLimits.note),
    ...checkLink('termsUrl', termsUrl),
    ...checkLink('returnsUrl', returnsUrl),
  }
  const { fields: asked, title: ownTitle, note: ownNote, ...links } = form
  const isEmpty = [asked, ownTitle, ownNote, links].every((part) => Object.keys(part).length === 0)
  return isEmpty ? undefined : form
}
const parts = ['fields', 'title', 'note', 'termsUrl', 'returnsUrl'] as const
const partsOfField = ['name', 'required', 'label', 'help'] as const

function partsOf<Name extends string>(
  field: string,
  unchecked: JsonValue | undefined,
  names: readonly Name[],
): { readonly [Part in Name]?: JsonValue } {
  if (!isJsonObject(unchecked)) throw wrong(field, `there must be an object of ${names.join(', ')} here`)
  const stray = Object.keys(unchecked).find((name) => !names.some((known) => known === name))
  if (stray !== undefined) throw wrong(`${field}.${stray.slice(0, 60)}`, `the parts here are ${names.join(', ')}`)
  return unchecked as { readonly [Part in Name]?: JsonValue }
}

function checkFields(unchecked: JsonValue | undefined): readonly PayFormField[] {
  const sent = unchecked ?? []
  if (!Array.isArray(sent)) throw wrong('payForm.fields', 'the fields must be a list')
  const fields = sent.map(checkField)
  for (const [index, { name }] of fields.entries())
    if (fields.findIndex((other) => other.name === name) < index)
      throw wrong(`payForm.fields[${index}].name`, 'each field can be asked once')
  const state = fields.findIndex(({ name }) => name === 'state')
  if (state >= 0 && !fields.some(({ name }) => name === 'country'))
    throw wrong(`payForm.fields[${state}].name`, 'a state is one of a country: ask for the country too')
  return fields
}

function checkField(unchecked: JsonValue, index: number): PayFormField {
  const at = `payForm.fields[${index}]`
  const { name: sent, required = false, label, help } = partsOf(at, unchecked, partsOfField)
  const name = payFormFieldNames.find((known) => known === sent)
  if (!name) throw wrong(`${at}.name`, `a field must be one of ${payFormFieldNames.join(', ')}`)
  if (typeof required !== 'boolean') throw wrong(`${at}.required`, 'required must be true or false')
  return {
    name,
    required,
    label: checkTexts(`${at}.label`, label, payFormLimits.label),
    help: checkTexts(`${at}.help`, help, payFormLimits.help),
  }
}

/** An empty text is none. */
function checkTexts(field: string, unchecked: JsonValue | undefined, max: number): PayFormTexts {
  const sent = partsOf(field, unchecked ?? {}, languages)
  const texts = languages.flatMap((language) => {
    const text = sent[language] ?? ''
    if (typeof text !== 'string') throw wrong(`${field}.${language}`, 'a text must be text')
    const trimmed = text.trim()
    return trimmed === '' ? [] : [[language, checkText(`${field}.${language}`, trimmed, max)]]
  })
  return Object.fromEntries(texts)
}

/** Pages escape it, so tags would be seen as they are typed; marks of direction could turn the words around it. */
function checkText(field: string, text: string, max: number): string {
  if ([...text].length > max) throw wrong(field, `this text can have ${max} characters at most`)
  if (/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text))
    throw wrong(field, 'a text can have no line breaks or control characters')
  if (/<[a-z/!]/i.test(text)) throw wrong(field, 'a text must be plain: tags are not read')
  return text
}

function checkLink<Name extends 'termsUrl' | 'returnsUrl'>(name: Name, unchecked: JsonValue | undefined) {
  if (unchecked === undefined || unchecked === null || unchecked === '') return {}
  const url = typeof unchecked === 'string' ? readWebAddress(unchecked.trim()) : undefined
  if (url?.protocol !== 'https:' || url.href.length > payFormLimits.url)
    throw wrong(`payForm.${name}`, `a link must be a full https address of at most ${payFormLimits.url} characters`)
  return { [name]: url.href } as { [Key in Name]: string }
}

const wrong = (field: string, rule: string) => refuse('invalid_pay_form', { field, rule })
