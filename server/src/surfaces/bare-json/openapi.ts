import { z } from 'zod'
import type { JsonRoute, KindOf } from '#kernel/http/json-route.ts'
import { keysetReply } from '#kernel/http/keyset.ts'

type Json = Readonly<Record<string, unknown>>

/** What the document says of the interface itself, and how its kinds of callers are recognized. */
export type Title<Callers> = {
  title: string
  description: string
  securitySchemes: Readonly<Record<string, Json>>
  schemeOf: Readonly<Record<KindOf<Callers>, string>>
  /** Errors also say what stands in their messages, and which rules fields break. */
  saysValues?: boolean
}

/** The OpenAPI 3.1 document of these routes: each schema in it is the one that reads or describes the real thing. */
export function openApiDocument<Callers>(
  routes: readonly JsonRoute<Callers>[],
  baseUrl: string,
  { title, description, securitySchemes, schemeOf, saysValues = false }: Title<Callers>,
): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    const operation = operationOf(route as AnyRoute, schemeOf[route.caller])
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0', description },
    servers: [{ url: baseUrl }],
    tags: [...new Set(routes.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes,
      schemas: { Error: errorSchema(saysValues) },
      responses: { TooManyRequests: tooManyRequests },
    },
  }
}

/** What the document says of a route does not depend on who calls it. */
type AnyRoute = Omit<JsonRoute<unknown>, 'caller' | 'run' | 'recover'>

const operationOf = (route: AnyRoute, scheme: string): Json => ({
  operationId: route.operationId,
  tags: [route.group],
  summary: route.summary,
  ...(route.about && { description: route.about }),
  security: [{ [scheme]: [] }],
  parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query'), ...keyHeader(route)],
  ...(route.body && { requestBody: bodyOf(route.body) }),
  responses: {
    [route.status]:
      route.status === 204
        ? { description: 'Done' }
        : { description: route.status === 201 ? 'Created' : 'Success', content: contentOf(route) },
    ...(route.accepted && {
      202: { description: 'Not done yet: it waits for what the reply names.', content: json(outputOf(route.accepted)) },
    }),
    429: { $ref: '#/components/responses/TooManyRequests' },
    default: { description: 'Refused; nothing was changed.', content: json(errorRef) },
  },
})

function contentOf(route: AnyRoute): Json {
  if (route.page) return { 'text/html': { schema: replyOf(route) } }
  return route.files.length === 0
    ? json(replyOf(route))
    : Object.fromEntries(
        route.files.map((type) => [
          type,
          { schema: type === 'application/json' ? replyOf(route) : { type: 'string' } },
        ]),
      )
}

const json = (schema: Json) => ({ 'application/json': { schema } })

function parametersOf(schema: z.ZodObject, where: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = inputSchema(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }))
}

const repeatedText = {
  stored:
    'The same key with the same request is given the first reply again, for 30 days unless the operator says otherwise, and at least for 7.',
  secret: 'A repeated key is refused with 409: the reply holds secrets and is not stored.',
} as const

const keyHeader = ({ repeated }: AnyRoute): Json[] =>
  repeated
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: repeatedText[repeated],
          schema: { type: 'string', maxLength: 255 },
        },
      ]
    : []

const bodyOf = (body: z.ZodObject): Json => {
  const schema = inputSchema(body)
  return { required: ((schema as { required?: string[] }).required ?? []).length > 0, content: json(schema) }
}

function inputSchema(schema: z.ZodObject): Json {
  const { $schema: _, additionalProperties: _open, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as Json
  return rest
}

function outputOf(reply: z.ZodType): Json {
  const { $schema: _, ...described } = z.toJSONSchema(reply, { io: 'output' }) as Json
  return described
}

function replyOf({ reply, list }: AnyRoute): Json {
  const described = outputOf(reply)
  if (!list) return described
  const { properties, required } = listShapes[list]
  return {
    type: 'object',
    properties: { data: { type: 'array', items: described }, ...properties },
    required: ['data', ...required],
    additionalProperties: false,
  }
}

const number = { type: 'integer', minimum: 0 }
const listShapes: Readonly<Record<NonNullable<AnyRoute['list']>, { properties: Json; required: string[] }>> = {
  numbered: { properties: { page: number, size: number, total: number }, required: ['page', 'size', 'total'] },
  keyset: keysetShape(),
}

function keysetShape() {
  const { properties, required } = outputOf(z.strictObject(keysetReply)) as { properties: Json; required: string[] }
  return { properties, required }
}

const valuesSchema = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'What stands in the message, by its names.',
}
const ruleSchema = { type: 'string', description: 'A stable name of what the field has to be.' }
const problemSchema = (saysValues: boolean) => ({
  type: 'object',
  properties: {
    field: { type: 'string' },
    message: { type: 'string' },
    ...(saysValues && { rule: ruleSchema, values: valuesSchema }),
  },
  required: ['field', 'message'],
})
const errorSchema = (saysValues: boolean) => ({
  type: 'object',
  properties: {
    code: { type: 'integer', minimum: 400, description: 'The HTTP status.' },
    message: { type: 'string' },
    reason: { type: 'string', description: 'A stable name to branch on.' },
    field: { type: 'string', description: 'What of the request is to blame.' },
    problems: {
      type: 'array',
      items: problemSchema(saysValues),
      description: 'All that is wrong, when it is more than one.',
    },
    allowed: { type: 'array', items: { type: 'string' }, description: 'What would be possible instead.' },
    customerId: { type: 'string', description: 'Of `register/partner`: the customer who has the e-mail address.' },
    requestId: { type: 'string' },
    ...(saysValues && { values: valuesSchema }),
  },
  required: ['code', 'message', 'reason', 'requestId'],
  additionalProperties: false,
})
const errorRef = { $ref: '#/components/schemas/Error' }

const tooManyRequests = {
  description: 'Too many requests; nothing was changed.',
  headers: { 'Retry-After': { description: 'So many seconds to wait.', schema: { type: 'integer', minimum: 1 } } },
  content: json(errorRef),
}
