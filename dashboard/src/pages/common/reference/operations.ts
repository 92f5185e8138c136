import type { Document, Operation, Parameter, ResponseAt, Schema } from '../../../api/reference.ts'

/** One operation with where it is. */
export type Listed = Operation & { method: string; path: string }

export const operationsOf = ({ paths }: Document): Listed[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  )

/** Every word must be somewhere in the address, the name or the texts. */
export function isFound({ method, path, operationId, summary, description }: Listed, words: string): boolean {
  const text = [method, path, operationId, summary, description].join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ''

export const schemaOf = (document: Document, schema: Schema): Schema =>
  schema.$ref ? (document.components.schemas[nameOf(schema.$ref)] ?? {}) : schema

export const responseOf = (document: Document, response: ResponseAt): ResponseAt =>
  response.$ref ? (document.components.responses[nameOf(response.$ref)] ?? {}) : response

/** In a few words: `integer`, `list of string`, `"a" | "b"`. */
export function typeOf(document: Document, unresolved: Schema): string {
  const schema = schemaOf(document, unresolved)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return shownValues(schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map((one) => typeOf(document, one)))].join(' | ')
  if (schema.items) return `[${typeOf(document, schema.items)}]`
  const type = [schema.type ?? 'object'].flat().join(' | ')
  return schema.format ? `${type} (${schema.format})` : type
}

function shownValues(values: readonly unknown[]): string {
  const shown = values.slice(0, valuesMax).map((value) => JSON.stringify(value))
  return [...shown, ...(values.length > valuesMax ? ['…'] : [])].join(' | ')
}
const valuesMax = 12

export type Row = { name: string; type: string; isRequired: boolean; text: string }

/** The fields of a body or a reply, those of things within it behind their names: `customer.email`, `data[].id`. */
export function rowsOf(document: Document, unresolved: Schema, before = '', depth = 0): Row[] {
  const schema = schemaOf(document, unresolved)
  if (schema.items) return rowsOf(document, schema.items, `${before}[]`, depth)
  if (!schema.properties || depth > depthMax) return []
  return Object.entries(schema.properties).flatMap(([name, field]) => {
    const whole = before === '' ? name : `${before}.${name}`
    const resolved = schemaOf(document, field)
    const row: Row = {
      name: whole,
      type: typeOf(document, field),
      isRequired: schema.required?.includes(name) ?? false,
      text: [
        field.description ?? resolved.description,
        field.default !== undefined && `= ${JSON.stringify(field.default)}`,
      ]
        .filter(Boolean)
        .join(' '),
    }
    return [row, ...rowsOf(document, field, whole, depth + 1)]
  })
}
const depthMax = 4

export const rowOfParameter = (document: Document, { name, required, description, schema }: Parameter): Row => ({
  name,
  type: typeOf(document, schema),
  isRequired: required ?? false,
  text: description ?? '',
})
