/** A value for a jsonb column, already text. */
export type JsonText = { readonly jsonText: string; toPostgres(): string }
export function jsonb(value: unknown): JsonText {
  const jsonText = JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))
  return { jsonText, toPostgres: () => jsonText }
}
