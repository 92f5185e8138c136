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
