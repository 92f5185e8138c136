import type { Instant } from '#kernel/base/clock.ts'

/**
 * A value as the code of its row covers it: the same text for what a commit sends and for what the database returns. `type`
 * is the column's SQL type. Null for null.
 */
export function coveredText(type: string, value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (type.endsWith('[]')) {
    const element = type.slice(0, -2)
    return JSON.stringify((value as readonly unknown[]).map((each) => coveredText(element, each)))
  }
  const text = texts[type.replace(/\(.*?\)/, '')]
  return text ? text(value) : String(value)
}

const texts: Readonly<Record<string, (value: unknown) => string>> = {
  // The database keeps microseconds.
  'timestamp with time zone': (value) =>
    String((Temporal.Instant.from(value as Instant | string).epochNanoseconds + 500n) / 1_000n),
  'time without time zone': (value) => Temporal.PlainTime.from(value as string).toString(),
  bytea: (value) => Buffer.from(value as Uint8Array).toString('hex'),
  jsonb: (value) => JSON.stringify(inOrder(parsed(value))),
  numeric: (value) => withoutEndingZeros(String(value)),
  int8range: (value) => halfOpen(String(value)),
}

/** A commit sends the text of an object, and the database returns the object. */
const parsed = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'jsonText' in value ? JSON.parse(String(value.jsonText)) : value

/** The database keeps the names of an object in an order of its own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).toSorted()
  return names.map((name) => [name, inOrder((value as Record<string, unknown>)[name])])
}

const withoutEndingZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** The database writes every range of whole numbers so: `[1,10)`. */
function halfOpen(text: string): string {
  const [, opening, from, to, closing] = /^([[(])(\d*),(\d*)([\])])$/.exec(text) ?? []
  if (from === undefined || to === undefined) return text
  const first = opening === '(' && from !== '' ? BigInt(from) + 1n : from
  const after = closing === ']' && to !== '' ? BigInt(to) + 1n : to
  return `[${first},${after})`
}
