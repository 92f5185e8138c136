import { expect, onTestFinished, test } from 'vitest'
import { merchantRoutes } from '../../src/surfaces/merchant-api/routes.ts'
import { holdAgainst, openApi } from '../world/api.ts'
import { createWorld } from '../world/world.ts'

async function openInterface() {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  return { world, api: await openApi(world), routes: merchantRoutes(world.app) }
}

/** The endpoint tables of the specification and of wire facts 3 and 4, then ours, and nothing else. */
const endpoints = `
  POST /order              GET /order/:id          GET /order                POST /order-search
  PUT /order/:id           DELETE /order/:id       PATCH /order-rebill/:id   POST /order-rebill/:id
  PATCH /order-update-card/:id
  GET /transaction/:id     GET /transaction        POST /transaction-search
  PUT /transaction/:id     DELETE /transaction/:id
  POST /customer           GET /customer/:id       GET /customer             POST /customer-search
  PUT /customer/:id        DELETE /customer/:id
  GET /card                POST /card              GET /card/:id           DELETE /card/:id
  GET /notification        GET /notification-for-order   GET /notification-for-transaction
  GET /auth/session-token  GET /auth/jwt-token
  POST /payment-link       GET /payment-link/:hash  GET /payment-link
  PUT /payment-link/:hash  DELETE /payment-link/:hash

  GET /order-schedule/:id  POST /order-schedule  POST /order-self-service/:id
`

test('the routes are those of the documents, each once', async () => {
  const { routes } = await openInterface()

  expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    endpoints
      .trim()
      .split(/\n\s*|\s{2,}/)
      .sort(),
  )
})

test('the document names every route once, and everything it points at is in it', async () => {
  const { api, routes } = await openInterface()
  const operations = Object.values(api.document.paths).flatMap((path) => Object.values(path))
  const text = JSON.stringify(api.document)

  expect(api.document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://florin.test' }] })
  expect(operations).toHaveLength(routes.length)
  expect(
    new Set(operations.map((operation) => (operation as unknown as { operationId: string }).operationId)).size,
  ).toBe(routes.length)
  for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
    expect(Object.keys(api.document.components.schemas)).toContain(name)
})

test('every field that a route reads says in words what it is', async () => {
  const { routes } = await openInterface()
  const silent = routes.flatMap(({ method, path, params, query, body }) =>
    [params, query, body].flatMap((schema) =>
      Object.entries(schema?.shape ?? {}).flatMap(([name, field]) => {
        const described = JSON.stringify(
          (field as { toJSONSchema?(o: object): object }).toJSONSchema?.({ io: 'input' }) ?? {},
        )
        return described.includes('"description"') || described.includes('"enum"') ? [] : [`${method} ${path} ${name}`]
      }),
    ),
  )
  expect(silent).toEqual([])
})

test('an answer that is not as documented is noticed', async () => {
  const { api } = await openInterface()
  const hold = (body: unknown) => () =>
    holdAgainst(api.document, { method: 'GET', path: '/customer?page=1', status: 200, body })
  const pagination = {
    currentPageNumber: 1,
    totalItemCount: 0,
    itemCountPerPage: 100,
    currentItemCount: 0,
    pageCount: 0,
  }
  const right = { code: 200, message: 'Success', data: [], pagination }

  expect(hold(right)).not.toThrow()
  expect(hold({ ...right, pagination: { ...pagination, pageCount: undefined } })).toThrow()
  expect(hold({ ...right, data: {} })).toThrow()
  expect(hold({ ...right, secret: 1 })).toThrow()
  expect(hold({ ...right, code: 201 })).toThrow()
})

/** They write nothing: asking twice is asking once. */
const withoutEffect = ['/order-schedule', '/order-self-service/:id']

test('a route that can be repeated with a key says how to answer again', async () => {
  const { routes } = await openInterface()
  const mute = routes.filter(
    ({ method, path, recover }) =>
      method !== 'GET' && !path.endsWith('-search') && !withoutEffect.includes(path) && recover === undefined,
  )
  expect(mute.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test('the reference names every route and error', async () => {
  const { api, routes } = await openInterface()

  const page = await fetch(`${api.url}/docs/api`)
  const text = await page.text()

  for (const { method, path } of routes)
    expect(text).toContain(`${method} <code>${path.replaceAll(/:(\w+)/g, '{$1}')}</code>`)
  expect(text).toContain('<td>839</td><td><code>soft_decline</code></td>')
})
