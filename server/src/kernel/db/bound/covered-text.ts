import type { Instant } from '#kernel/base/clock.ts'
import type { JsonText } from '#kernel/db/jsonb.ts'

/**
 * A value as the code of its row covers it: the same text for what a commit sends and for what the database returns, and
 * another text for each other value. `type` is the column's SQL type. Null for null, and for the null of JSON, since
 * readers receive both as null.
 */
export function coveredText(type: string, value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (type.endsWith('[]')) {
    const element = type.slice(0, -2)
    const textOf = (each: unknown): unknown => (Array.isArray(each) ? each.map(textOf) : coveredText(element, each))
    return JSON.stringify((value as readonly unknown[]).map(textOf))
  }
  const text = texts[type.replace(/\(.*?\)/, '')] ?? wellFormed
  return text(value)
}

/** Half of a surrogate pair cannot be sent, and becomes the sign for what is unknown. */
const wellFormed = (value: unknown): string => String(value).toWellFormed()

const texts: Readonly<Record<string, (value: unknown) => string | null>> = {
  'timestamp with time zone': (value) => String(microsecondsOf(Temporal.Instant.from(value as Instant | string))),
  'time without time zone': (value) => Temporal.PlainTime.from(value as string).toString(),
  bytea: (value) => Buffer.from(value as Uint8Array).toString('hex'),
  uuid: (value) => String(value).toLowerCase(),
  jsonb: (value) => {
    const json = parsed(value)
    return json === null ? null : JSON.stringify(inOrder(json))
  },
  numeric: (value) => withoutEndingZeros(String(value)),
  int8range: (value) => halfOpen(String(value)),
}

/** The database keeps microseconds: it reads the part of a second as a floating number, and rounds halves to even ones. */
function microsecondsOf({ epochNanoseconds }: Instant): bigint {
  if (epochNanoseconds % 1_000n === 0n) return epochNanoseconds / 1_000n
  const nanoseconds = ((epochNanoseconds % second) + second) % second
  const part = Number(`0.${String(nanoseconds).padStart(9, '0')}`) * 1e6
  const floor = Math.floor(part)
  const isUp = part - floor > 0.5 || (part - floor === 0.5 && floor % 2 === 1)
  return (epochNanoseconds - nanoseconds) / 1_000n + BigInt(isUp ? floor + 1 : floor)
}
const second = 1_000_000_000n

/** A commit sends the text of an object (`jsonb`), and the database returns the object, which has no function. */
const parsed = (value: unknown): unknown => (isJsonText(value) ? JSON.parse(value.jsonText) : value)

const isJsonText = (value: unknown): value is JsonText =>
  typeof value === 'object' && value !== null && 'toPostgres' in value && typeof value.toPostgres === 'function'

/** The database keeps the names of an object in an order of its own. No list looks like an object that was put in order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  // A number of the database that is larger than any here. Others are compared as exactly as they are read.
  if (typeof value === 'number' && !Number.isFinite(value)) return { number: String(value) }
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).toSorted()
  return { inOrder: names.map((name) => [name, inOrder((value as Record<string, unknown>)[name])]) }
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
