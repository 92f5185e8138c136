import type { Document, Schema } from '../../../api/reference.ts'
import { type Listed, schemaOf } from './operations.ts'

/** A value as a field may have it: what the document names, or something of the type. */
function exampleOf(document: Document, unresolved: Schema, depth = 0): unknown {
  const schema = schemaOf(document, unresolved)
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return exampleOf(document, first, depth)
  const [type] = [schema.type].flat()
  if (type === 'array') return schema.items && depth < 3 ? [exampleOf(document, schema.items, depth + 1)] : []
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'object' || schema.properties) return requiredOf(document, schema, depth + 1)
  return /such as ([^\s,;:]+[^\s,;:.])/.exec(schema.description ?? '')?.[1] ?? '…'
}

const requiredOf = (document: Document, { properties = {}, required = [] }: Schema, depth: number) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, field]) => [name, exampleOf(document, field, depth)]),
  )

/** In which header a caller of each kind sends what; a key is never written into an example. */
function headersOf(document: Document, { security }: Listed): string[] {
  const [first] = security ?? document.security ?? []
  return Object.keys(first ?? {}).flatMap((name) => {
    const scheme = document.components.securitySchemes[name]
    if (scheme?.type === 'http') return ['Authorization: Bearer $FLORIN_KEY']
    return scheme?.in === 'header' ? [`${scheme.name}: $FLORIN_KEY`] : []
  })
}

/** The request as one types it, with the fields that it needs. The key comes from the shell. */
export function curlExample(document: Document, operation: Listed): string {
  const { method, path, parameters = [], requestBody } = operation
  const body = requestBody?.content['application/json']?.schema
  const query = parameters.filter((one) => one.in === 'query' && one.required)
  const search = query.map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(document, schema)))}`)
  const url = `${document.servers[0]?.url ?? ''}${path}${search.length > 0 ? `?${search.join('&')}` : ''}`
  const hasKey = parameters.some(({ name }) => name === 'Idempotency-Key')
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${url}"`,
    ...headersOf(document, operation).map((header) => `-H "${header}"`),
    ...(hasKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body
      ? [
          '-H "Content-Type: application/json"',
          `-d '${JSON.stringify(exampleOf(document, body)).replaceAll("'", "'\\''")}'`,
        ]
      : []),
  ]
  return lines.join(' \\\n  ')
}
