/** A number as it was written, so that money is parsed from its own digits and never from a float. */
export class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

export type JsonValue = string | boolean | null | NumberText | readonly JsonValue[] | JsonObject
export type JsonObject = { readonly [key: string]: JsonValue }

/** Parses JSON and keeps every number's own text. Throws `SyntaxError` as JSON.parse does. */
export function parseJsonExactly(text: string): JsonValue {
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value,
  ) as JsonValue
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)

/** JSON as `JSON.stringify` writes it, except that bigints and `NumberText` are numbers with their own digits. */
export const writeJson = (value: unknown): string => JSON.stringify(value, ownDigits)

function ownDigits(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return JSON.rawJSON(value.toString())
  return value instanceof NumberText ? JSON.rawJSON(value.text) : value
}

declare global {
  interface JSON {
    /** A value that `stringify` writes with these very digits. The compiler's library does not list it yet. */
    rawJSON(text: string): { readonly rawJSON: string }
  }
}
