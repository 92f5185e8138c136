/** As much of a JSON Schema as is shown. */
export type Schema = {
  type?: string | readonly string[]
  format?: string
  description?: string
  default?: unknown
  const?: unknown
  enum?: readonly unknown[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  additionalProperties?: Schema | boolean
  required?: readonly string[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  $ref?: string
}

/** The literal values that a field may have, where it has a list of them. */
export function valuesOf({ const: only, enum: list, items, anyOf, oneOf }: Schema): string[] {
  if (only !== undefined) return [String(only)]
  if (list) return list.map(String)
  if (items) return valuesOf(items)
  const parts = (anyOf ?? oneOf ?? []).map(valuesOf)
  return parts.every((part) => part.length > 0) ? parts.flat() : []
}

const depthMax = 6

/** A type as a programmer reads it; a record has a line for each field. */
export function typeOf(schema: Schema, known: Readonly<Record<string, Schema>> = {}, depth = 0): string {
  const below = (part: Schema) => typeOf(part, known, depth)
  if (depth > depthMax) return '…'
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!
    return known[name] ? below(known[name]) : name
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map(below))].join(' | ')
  if (schema.allOf) return schema.allOf.map(below).join(' & ')
  if (schema.items) return `list of ${below(schema.items)}`
  if (schema.properties) return recordOf(schema, known, depth)
  if (typeof schema.additionalProperties === 'object') return `record of ${below(schema.additionalProperties)}`
  const type = [schema.type ?? 'any'].flat().join(' | ')
  return schema.format ? `${type} (${schema.format})` : type
}

function recordOf(
  { properties = {}, required = [] }: Schema,
  known: Readonly<Record<string, Schema>>,
  depth: number,
): string {
  const inner = '  '.repeat(depth + 1)
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, known, depth + 1)}`,
  )
  return `{\n${fields.join('\n')}\n${'  '.repeat(depth)}}`
}
