/**
 * The values of one column as the elements of an array parameter. An array of arrays would be flattened by `unnest`, so
 * the values of an array column travel as text and are cast back; a jsonb value is text already.
 */
export function valuesForArray(type: string, values: readonly unknown[]): { elementType: string; elements: unknown[] } {
  if (type.endsWith('[]')) return { elementType: 'text', elements: values.map(arrayText) }
  return { elementType: type, elements: values.map(elementOf) }
}

function elementOf(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (value instanceof Temporal.Instant || value instanceof Temporal.PlainDate) return value.toString()
  if (typeof value === 'object' && 'jsonText' in value) return String(value.jsonText)
  if (value instanceof Uint8Array) return Buffer.from(value)
  return value
}

/** PostgreSQL's own text of an array of texts or numbers. */
function arrayText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const entries = (value as readonly unknown[]).map((entry) =>
    entry === null ? 'null' : `"${String(entry).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  )
  return `{${entries.join(',')}}`
}
