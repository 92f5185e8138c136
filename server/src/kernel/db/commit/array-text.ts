import { Increase } from '#kernel/db/commit/writes.ts'

/**
 * Values as PostgreSQL's own text of an array (manual, 8.15.6): one parameter for a whole column, whatever its type. An
 * array as a value is the quoted text of an array, to be cast back: `unnest` would flatten an array of arrays.
 */
export const arrayText = (values: readonly unknown[]): string => `{${values.map(elementText).join()}}`

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  switch (typeof value) {
    case 'bigint':
    case 'number':
    case 'boolean':
      return String(value)
    case 'string':
      return quoted(value)
  }
  if (value instanceof Temporal.Instant || value instanceof Temporal.PlainDate) return `"${value}"`
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`
  if (value instanceof Increase) return String(value.by)
  if (Array.isArray(value)) return quoted(arrayText(value))
  if (typeof value === 'object' && 'jsonText' in value) return quoted(String(value.jsonText))
  throw new TypeError('this value cannot be written into a column')
}

const quoted = (text: string): string => `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text}"`
