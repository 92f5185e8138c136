import { z } from 'zod'
import type { ApiRoute } from '#acquiring/api'
import { nextTurn } from '#kernel/base/next-turn.ts'
import { errorNumbers } from './error-numbers.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * The OpenAPI 3.1 document of these routes: each schema in it is the one that reads or describes the real thing. Each
 * route is described in a turn of its own, since all of them together would keep others waiting.
 */
export async function openApiDocument(routes: readonly ApiRoute[], publicUrl: string): Promise<Json> {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    await nextTurn()
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Florin merchant interface',
      version: '1',
      description:
        'Orders, transactions, customers, cards and payment links of one site. Every answer is an envelope of code, message and data; every error is in error and in errors alike.',
    },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }],
    tags: [...new Set(routes.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The private key of the site, with or without prefix.' },
      },
      schemas: { Error: errorSchema, Pagination: paginationSchema },
      responses: { TooManyRequests: tooManyRequests },
    },
  }
}

function operationOf(route: ApiRoute): Json {
  const { about, body, also, status } = route
  return {
    operationId: operationIdOf(route),
    tags: [route.group],
    summary: route.summary,
    ...(about && { description: about }),
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query'), ...keyHeader(route)],
    ...(body && { requestBody: bodyOf(body) }),
    responses: {
      [status]: { description: status === 201 ? 'Created' : 'Success', content: json(envelopeOf(route, status)) },
      ...(also.includes(202) && {
        202: { description: 'The outcome is not known yet; read it later.', content: json(envelopeOf(route, 202)) },
      }),
      ...(also.includes(402) && {
        402: { description: 'The payment failed.', content: json(envelopeOf(route, 402)) },
      }),
      429: { $ref: '#/components/responses/TooManyRequests' },
      default: { description: 'Refused; nothing was changed.', content: json(failureSchema) },
    },
  }
}

/** `POST /order-rebill/:id` is postOrderRebill. */
const operationIdOf = ({ method, path }: Pick<ApiRoute, 'method' | 'path'>): string =>
  method.toLowerCase() +
  path
    .replaceAll(/\/:\w+/g, '/one')
    .split(/[/-]/)
    .filter((part) => part !== '')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

const json = (schema: Json) => ({ 'application/json': { schema } })

function parametersOf(schema: z.ZodObject, where: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = inputSchema(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, described]) => {
    const { description, ...rest } = described
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
      ...(described.type === 'array' && { style: 'form', explode: true }),
    }
  })
}

const keyHeader = ({ method, recover }: ApiRoute): Json[] =>
  method === 'GET' || !recover
    ? []
    : [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'The same key with the same request is given the first answer again, for 30 days unless the operator says otherwise, and at least for 7.',
          schema: { type: 'string', maxLength: 255 },
        },
      ]

const bodyOf = (body: z.ZodObject): Json => {
  const schema = inputSchema(body)
  const required = ((schema as { required?: string[] }).required ?? []).length > 0
  return { required, content: { 'application/x-www-form-urlencoded': { schema }, ...json(schema) } }
}

function inputSchema(schema: z.ZodObject): Json {
  const { $schema: _, additionalProperties: _open, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as Json
  return rest
}

function envelopeOf({ data, list }: ApiRoute, status: number): Json {
  const { $schema: _, ...described } = z.toJSONSchema(data, { io: 'output' }) as Json
  const failed = status === 402
  return {
    type: 'object',
    properties: {
      code: { const: status },
      message: { type: 'string' },
      data: list ? { type: 'array', items: described } : described,
      ...(list && { pagination: paginationRef }),
      ...(failed && { error: errorList, errors: errorList }),
    },
    required: ['code', 'message', 'data', ...(list ? ['pagination'] : []), ...(failed ? ['error', 'errors'] : [])],
    additionalProperties: false,
  }
}

const paginationRef = { $ref: '#/components/schemas/Pagination' }
const errorList = { type: 'array', items: { $ref: '#/components/schemas/Error' }, minItems: 1 }

const numbers = ['currentPageNumber', 'totalItemCount', 'itemCountPerPage', 'currentItemCount', 'pageCount']
const paginationSchema = {
  type: 'object',
  properties: Object.fromEntries(numbers.map((name) => [name, { type: 'integer', minimum: 0 }])),
  required: numbers,
  additionalProperties: false,
}

const errorSchema = {
  type: 'object',
  properties: {
    code: { type: 'integer', examples: [errorNumbers.payment_not_found.number] },
    message: { type: 'string' },
    type: { enum: ['Exception', 'Validation'] },
    reason: { type: 'string', description: 'A stable name to branch on.' },
    field: { type: 'string', description: 'What of the request is to blame.' },
    advice: { type: 'string', description: 'What to do.' },
  },
  required: ['code', 'message', 'type', 'reason'],
  additionalProperties: false,
}

const failureSchema = {
  type: 'object',
  properties: {
    code: { type: 'integer', minimum: 400, description: 'The HTTP status.' },
    message: { type: 'string' },
    error: errorList,
    errors: errorList,
    requestId: { type: 'string' },
  },
  required: ['code', 'message', 'error', 'errors', 'requestId'],
  additionalProperties: false,
}

const tooManyRequests = {
  description: 'Too many requests, or a card was tried too often; nothing was changed.',
  headers: { 'Retry-After': { description: 'So many seconds to wait.', schema: { type: 'integer', minimum: 1 } } },
  content: json(failureSchema),
}
