import { Increase } from '#kernel/db/commit/writes.ts'

/**
 * Values as PostgreSQL's own text of an array (manual, 8.15.6): one parameter for a whole column, whatever its type. An
 * array as a value is the quoted text of an array, to be cast back: `unnest` would flatten an array of arrays.
 */
export const arrayText = (values: readonly unknown[]): string =>
  textOfEach((take) => {
    for (const value of values) take(value)
  })

/** The same of values that are in no list: of a batch, a list or an iterator would be an eighth of all garbage. */
export function textOfEach(each: (take: (value: unknown) => void) => void): string {
  let [text, element]: [string, string | undefined] = ['{', undefined]
  let last: unknown
  each((value) => {
    // Rows that are written together have much in common: a value like the one before it is put into words once.
    if (element === undefined || value !== last) element = `,${elementText(value)}`
    last = value
    text += text === '{' ? element.slice(1) : element
  })
  return `${text}}`
}

/**
 * The same for a column of a list, whose rows take the last element where they have none of their own: of a value that all
 * rows have there is one.
 */
export function columnText(values: readonly unknown[]): string {
  const [first] = values
  return values.every((value) => value === first) ? `{${elementText(first)}}` : arrayText(values)
}

/** One element of such a text. */
export function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  switch (typeof value) {
    case 'bigint':
    case 'number':
    case 'boolean':
      return String(value)
    case 'string':
      return quoted(value)
  }
  if (value instanceof Temporal.Instant) return instantText(value)
  if (value instanceof Temporal.PlainDate) return `"${value}"`
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`
  if (value instanceof Increase) return String(value.by)
  if (Array.isArray(value)) return quoted(arrayText(value))
  if (typeof value === 'object' && 'jsonText' in value) return quoted(String(value.jsonText))
  throw new TypeError('this value cannot be written into a column')
}

/** The moment of a commit is in many of its columns, and is put into words once. */
function instantText(at: Temporal.Instant): string {
  let text = instantTexts.get(at)
  if (text === undefined) {
    text = `"${at}"`
    instantTexts.set(at, text)
  }
  return text
}
const instantTexts = new WeakMap<Temporal.Instant, string>()

/** JSON escapes quotes and backslashes in the same way, in half the time, and in printable ASCII nothing else. */
function quoted(text: string): string {
  if (!/["\\]/.test(text)) return `"${text}"`
  return printable.test(text) ? JSON.stringify(text) : `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}
const printable = /^[ -~]*$/
