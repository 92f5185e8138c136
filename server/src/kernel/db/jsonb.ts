/** A value for a jsonb column, already text. */
export type JsonText = { readonly jsonText: string; toPostgres(): string }
export function jsonb(value: unknown): JsonText {
  const jsonText = textOf(value)
  return { jsonText, toPostgres: () => jsonText }
}

/** A function for each part costs five times as much as all the rest, and most values have no bigint. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))
  }
}
