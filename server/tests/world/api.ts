import { expect } from 'vitest'
import { z } from 'zod'
import { openShop, type Shop } from './shop.ts'
import type { World } from './world.ts'
import { merchantApi } from './world-http.ts'

/**
 * The merchant API as a client sees it: real HTTP on a port, and every response checked against the OpenAPI 3.1
 * document of the server itself, so that a story cannot see an undocumented response.
 */
export type Api = { url: string; port: number; client(key: string): ApiClient; document: OpenApi }

export type ApiClient = {
  get(path: string, headers?: Record<string, string>): Promise<Answered>
  /** A form, as documented, unless the body has a JSON value. */
  send(method: string, path: string, body?: Body, headers?: Record<string, string>): Promise<Answered>
}
type Body = { form: Record<string, string> | string } | { json: unknown }

export type Answered = {
  status: number
  headers: Headers
  body: Envelope
  /** `data` of an answer that is one thing. */
  data: Fields
  /** `data` of a list. */
  items: readonly Fields[]
}
export type Fields = Readonly<Record<string, unknown>>
export type Envelope = {
  code: number
  message: string
  data?: unknown
  pagination?: Readonly<Record<string, number>>
  error?: readonly ApiProblem[]
  errors?: readonly ApiProblem[]
}
export type ApiProblem = { code: number; message: string; type: string; field?: string; reason: string }

type Described = { content: { 'application/json': { schema: object } } }
type Operation = { responses: Record<string, Described | { $ref: string }> }
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; responses: Record<string, Described> }
}

export async function openApi(world: World): Promise<Api> {
  const url = await world.http.listen({ host: '127.0.0.1', port: 0 }, merchantApi)
  const document = await documentAt(world, '/openapi.json')
  return {
    url,
    port: Number(new URL(url).port),
    document,
    client: (key) => {
      const send: ApiClient['send'] = async (method, path, body, headers = {}) => {
        const response = await fetch(url + path, {
          method,
          headers: { authorization: `Bearer ${key}`, ...typeOf(body), ...headers },
          ...(body && { body: written(body) }),
        })
        return held(document, method, path, response)
      }
      return { send, get: (path, headers) => send('GET', path, undefined, headers) }
    },
  }
}

/**
 * A document of this world. To describe an interface takes longer than most stories; the code and the environment make
 * the document, so worlds of one kind have the same.
 */
export const documentAt = (world: World, path: string): Promise<OpenApi> =>
  documents.getOrInsertComputed(`${path} ${world.kind}`, async () => {
    const answer = await world.http.inject(path)
    expect(answer.statusCode).toBe(200)
    return answer.json()
  })
const documents = new Map<string, Promise<OpenApi>>()

const typeOf = (body: Body | undefined): Record<string, string> =>
  body ? { 'content-type': 'json' in body ? 'application/json' : 'application/x-www-form-urlencoded' } : {}

function written(body: Body): string {
  if ('json' in body) return JSON.stringify(body.json)
  return typeof body.form === 'string' ? body.form : new URLSearchParams(body.form).toString()
}

async function held(document: OpenApi, method: string, path: string, response: Response): Promise<Answered> {
  const body = JSON.parse(await response.text()) as Envelope
  holdAgainst(document, { method, path, status: response.status, body })
  return answered(response.status, response.headers, body)
}

export const answered = (status: number, headers: Headers, body: Envelope): Answered => ({
  status,
  headers,
  body,
  data: (Array.isArray(body.data) ? {} : (body.data ?? {})) as Fields,
  items: (Array.isArray(body.data) ? body.data : []) as Fields[],
})

type Seen = { method: string; path: string; status: number; body: unknown }

/** Every answer of the interface is as its document says; `code` repeats the status. */
export function holdAgainst(document: OpenApi, seen: Seen): void {
  holdToSchema(document, seen)
  expect((seen.body as Envelope).code).toBe(seen.status)
}

/** Every answer of an interface is as its document says. */
export function holdToSchema(document: OpenApi, { method, path, status, body }: Seen): void {
  const operation = operationFor(document, method, path)
  const described = responseOf(document, operation?.responses[status] ?? operation?.responses.default)
  const parsed = schemas.getOrInsertComputed(described, () => schemaOf(document, described)).safeParse(body)
  const wrong = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  expect(wrong, `${method} ${path} answered ${status} ${JSON.stringify(body).slice(0, 2_000)}`).toEqual([])
}

/** By the response that they describe, and by their texts, which are the same in the documents of many worlds. */
const schemas = new WeakMap<Described, z.ZodType>()
const schemasByText = new Map<string, z.ZodType>()

function schemaOf({ components }: OpenApi, { content }: Described): z.ZodType {
  const schema = { ...content['application/json'].schema, $defs: components.schemas }
  const text = JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')
  return schemasByText.getOrInsertComputed(text, () => z.fromJSONSchema(JSON.parse(text)))
}

function operationFor(document: OpenApi, method: string, path: string): Operation | undefined {
  const sent = path
    .replace(/^https?:\/\/[^/]+/, '')
    .replace(/\?.*/s, '')
    .replace(/(?<=.)\/$/, '')
  const templates = templatesOf.getOrInsertComputed(document, () => templatesIn(document))
  return templates.find(({ pattern }) => pattern.test(sent))?.operations[method.toLowerCase()]
}

type Template = { pattern: RegExp; operations: Readonly<Record<string, Operation>> }
const templatesOf = new WeakMap<OpenApi, readonly Template[]>()

/** `/events/replay` also looks like `/events/{eventId}`: the one with fewer parameters is meant, and comes first. */
function templatesIn({ paths }: OpenApi): Template[] {
  const parameters = (template: string) => template.split('{').length
  return Object.entries(paths)
    .toSorted(([one], [other]) => parameters(one) - parameters(other))
    .map(([template, operations]) => ({
      pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      operations,
    }))
}

/** A response by its reference, and for what is not described the refusal that every operation has. */
function responseOf({ components, paths }: OpenApi, described: Operation['responses'][string] | undefined): Described {
  const found = described ?? Object.values(Object.values(paths)[0]!)[0]!.responses.default!
  return '$ref' in found ? components.responses[found.$ref.split('/').at(-1)!]! : found
}

/** A shop whose developer calls the merchant API with the shop's key. */
export async function openApiShop(
  ...input: Parameters<typeof openShop>
): Promise<Shop & { api: Api; client: ApiClient }> {
  const shop = await openShop(...input)
  const api = await openApi(shop.world)
  return { ...shop, api, client: api.client(shop.privateKey) }
}

/** A customer of the shop, by their new id. */
export async function newCustomer(client: ApiClient, input: Record<string, string> = {}): Promise<number> {
  const form = { identifier: 'ana', email: 'ana@example.com', ...input }
  const created = await client.send('POST', '/customer', { form })
  expect(created.body).toMatchObject({ code: 201 })
  return Number(created.data.id)
}

/** What a store sends to charge a card that its customer has just typed: 9.90 of bread. */
export const typedCard = {
  transactionMethod: 'card',
  cardNumber: '4111111111111111',
  cardExpiryDate: '12/34',
  cardCvv: '123',
  cardHolderName: 'Ana Pop',
}
/** What a store sends of a card that it has stored with another processor. */
export const movedCard = {
  cardNumber: '4111111111111111',
  cardExpiryDate: '12/34',
  cardHolderName: 'Ana Pop',
  networkTransactionId: '412345678901234',
  networkTransactionDate: String(Date.UTC(2026, 3, 1)),
}
export const bread = { amount: '9.90', currency: 'EUR', orderType: 'purchase', ip: '203.0.113.9', description: 'Bread' }

/** Places an order for bread and returns the whole response. */
export const orders = (client: ApiClient, customerId: number, input: Record<string, string> = {}): Promise<Answered> =>
  client.send('POST', '/order', { form: { customerId: String(customerId), ...bread, ...input } })
