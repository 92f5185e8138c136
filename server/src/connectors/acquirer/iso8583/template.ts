import { Secret } from '#kernel/base/secret.ts'

/**
 * What a field of a message says: a text in which names in braces stand for values, or parts of such texts, each behind
 * its tag and its length. `{name:9}` is a value in 9 characters: cut, or filled with spaces; without the value, spaces.
 * A field or part with any other name that has no value is left out of the message.
 */
export type Template = string | TaggedTemplate

export type TaggedTemplate = {
  /** Before the first part, such as the category code of Mastercard's field 48. */
  prefix: string
  /** How many digits the tag and the length have. */
  tagDigits: number
  lengthDigits: number
  parts: Readonly<Record<string, string>>
}

/** By name. A `Secret` makes the whole field one. */
export type Values = Readonly<Record<string, string | Secret<string> | undefined>>

const placeholder = /\{([a-zA-Z0-9]+)(?::(\d{1,3}))?\}/g

/** The names that a template uses, each once. */
export const namesIn = (template: Template): string[] => [
  ...new Set(textsOf(template).flatMap((text) => [...text.matchAll(placeholder)].map(([, name]) => name!))),
]

/** A brace that belongs to no name is a mistake of writing. */
export const strayBrace = (template: Template): boolean =>
  textsOf(template).some((text) => /[{}]/.test(text.replaceAll(placeholder, '')))

const textsOf = (template: Template): string[] =>
  typeof template === 'string' ? [template] : [template.prefix, ...Object.values(template.parts)]

/** The content of the field; undefined: it is left out. */
export function fill(template: Template, values: Values): string | Secret<string> | undefined {
  const text = typeof template === 'string' ? filled(template, values) : tagged(template, values)
  if (text === undefined) return undefined
  const isSecret = namesIn(template).some((name) => values[name] instanceof Secret)
  return isSecret ? new Secret(text) : text
}

function tagged({ prefix, lengthDigits, parts }: TaggedTemplate, values: Values): string | undefined {
  const written = Object.entries(parts).flatMap(([tag, part]) => {
    const content = filled(part, values)
    return content === undefined ? [] : [`${tag}${String(content.length).padStart(lengthDigits, '0')}${content}`]
  })
  return written.length === 0 ? undefined : `${filled(prefix, values) ?? ''}${written.join('')}`
}

function filled(text: string, values: Values): string | undefined {
  let isMissing = false
  const all = text.replaceAll(placeholder, (_, name: string, width: string | undefined) => {
    const value = values[name]
    const plain = value instanceof Secret ? value.reveal() : value
    if (width !== undefined) return (plain ?? '').slice(0, Number(width)).padEnd(Number(width), ' ')
    isMissing ||= plain === undefined
    return plain ?? ''
  })
  return isMissing ? undefined : all
}

/** Where a value stands in a response: a field, or some characters of it, or the part behind a tag. */
export type Place = {
  field: number
  /** From 1. */
  at?: number | undefined
  length?: number | undefined
  tag?: string | undefined
  /** Characters before the first tag. */
  skip?: number | undefined
  lengthDigits?: number | undefined
}

/** Undefined: it is not there, or blank. */
export function readPlace(text: string | undefined, place: Place): string | undefined {
  if (text === undefined) return undefined
  const found = place.tag === undefined ? text : partOf(text, place.tag, place)
  const begin = (place.at ?? 1) - 1
  const value = found?.slice(begin, place.length === undefined ? undefined : begin + place.length).trim()
  return value === '' ? undefined : value
}

function partOf(text: string, tag: string, { skip = 0, lengthDigits = 2 }: Place): string | undefined {
  for (let at = skip; at < text.length; ) {
    const contentAt = at + tag.length + lengthDigits
    const length = text.slice(at + tag.length, contentAt)
    const end = contentAt + Number(length)
    if (!/^\d+$/.test(length) || end > text.length) return undefined
    if (text.slice(at, at + tag.length) === tag) return text.slice(contentAt, end)
    at = end
  }
  return undefined
}
