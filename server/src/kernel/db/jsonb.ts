/** A value for a jsonb column, already text. */
export type JsonText = { readonly jsonText: string; toPostgres(): string }
export function jsonb(value: unknown): JsonText {
  const jsonText = textOf(value)
  return { jsonText, toPostgres: () => jsonText }
}

/** A function for each part is slow, and most values have no bigint. An error to find that out is slower than to look. */
const textOf = (value: unknown): string => (hasBigint(value) ? JSON.stringify(value, withText) : JSON.stringify(value))

const withText = (_key: string, part: unknown): unknown => (typeof part === 'bigint' ? part.toString() : part)

function hasBigint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint'
  for (const name in value) if (hasBigint(value[name as never])) return true
  return false
}
