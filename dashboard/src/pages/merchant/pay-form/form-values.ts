import type { Reply } from '../../../api/client.ts'
import { type PageLanguage, pageLanguages } from '../../../parts/page-languages.ts'
import type { Values } from '../../../ui/action-dialog.tsx'

export type PayForm = NonNullable<Reply<'getSiteSettings'>['payForm']>
export type FieldName = PayForm['fields'][number]['name']

/** What can be asked, in the order in which it is offered. One that the server does not know, or does, does not compile. */
const offered: Readonly<Record<FieldName, true>> = {
  email: true,
  firstName: true,
  lastName: true,
  phone: true,
  address: true,
  city: true,
  zipCode: true,
  country: true,
  state: true,
}
export const fieldNames = Object.keys(offered) as readonly FieldName[]
export const pageWords = ['title', 'note'] as const
export const pageLinks = ['termsUrl', 'returnsUrl'] as const
const fieldWords = ['label', 'help'] as const

/** Each text by a name of its own: `title.ro`, `label.phone.en`. */
export const wordName = (word: (typeof pageWords)[number], language: PageLanguage): string => `${word}.${language}`
export const fieldWordName = (
  word: (typeof fieldWords)[number],
  { field, language }: { field: FieldName; language: PageLanguage },
): string => `${word}.${field}.${language}`

/** A form as flat texts, so that each can be typed, compared and settled alone. */
export function valuesOf(form: PayForm | undefined): Values {
  const fields = form?.fields ?? []
  const texts = pageLanguages.flatMap((language) => [
    ...pageWords.map((word) => [wordName(word, language), form?.[word][language] ?? '']),
    ...fieldNames.flatMap((field) =>
      fieldWords.map((word) => [
        fieldWordName(word, { field, language }),
        fields.find(({ name }) => name === field)?.[word][language] ?? '',
      ]),
    ),
  ])
  return {
    fields: fields.map(({ name }) => name).join(','),
    required: requiredText(fields.filter(({ required }) => required).map(({ name }) => name)),
    ...Object.fromEntries(texts),
    ...Object.fromEntries(pageLinks.map((link) => [link, form?.[link] ?? ''])),
  }
}

/** In one order, so that the same choice is the same text. */
const requiredText = (names: readonly string[]): string => fieldNames.filter((name) => names.includes(name)).join(',')

export const askedIn = (values: Values): FieldName[] => {
  const names = (values.fields ?? '').split(',')
  return names.flatMap((name) => fieldNames.find((known) => known === name) ?? [])
}
export const isRequiredIn = (values: Values, name: FieldName): boolean =>
  (values.required ?? '').split(',').includes(name)

/** The text of `required` with one field changed. */
export const requiring = (values: Values, name: FieldName, isRequired: boolean): string =>
  requiredText(fieldNames.filter((known) => (known === name ? isRequired : isRequiredIn(values, known))))

/** The form that these texts are; null for one that asks and says nothing. */
export function formOf(values: Values): PayForm | null {
  const texts = (nameIn: (language: PageLanguage) => string) =>
    Object.fromEntries(
      pageLanguages.flatMap((language) => {
        const text = values[nameIn(language)] ?? ''
        return text.trim() === '' ? [] : [[language, text]]
      }),
    )
  const form: PayForm = {
    fields: askedIn(values).map((field) => ({
      name: field,
      required: isRequiredIn(values, field),
      label: texts((language) => fieldWordName('label', { field, language })),
      help: texts((language) => fieldWordName('help', { field, language })),
    })),
    title: texts((language) => wordName('title', language)),
    note: texts((language) => wordName('note', language)),
    ...Object.fromEntries(pageLinks.flatMap((link) => (values[link] ? [[link, values[link]]] : []))),
  }
  const { fields, title, note, ...links } = form
  return [fields, title, note, links].every((part) => Object.keys(part).length === 0) ? null : form
}

/** The name here of what the server names by its path: `payForm.fields[1].label.en`. */
export function nameHere(path: string, values: Values): string {
  const [, index, part, language] = /^payForm\.fields\[(\d+)\]\.(label|help)\.(\w+)$/.exec(path) ?? []
  if (part !== undefined) return `${part}.${askedIn(values)[Number(index)]}.${language}`
  return path.startsWith('payForm.fields') ? 'fields' : path.replace(/^payForm\./, '')
}

/** Languages in which something is written. */
export const languagesWritten = (values: Values): ReadonlySet<string> =>
  new Set(Object.entries(values).flatMap(([name, text]) => (text.trim() && /\.(\w\w)$/.exec(name)?.[1]) || []))
