import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { traceIds } from '#kernel/telemetry/trace.ts'
import { openTracing } from '../../src/app/tracing.ts'
import { openShop } from '../world/shop.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}

/** A collector of OpenTelemetry, as far as it takes traces. */
async function openCollector() {
  const spans: Span[] = []
  const keys: unknown[] = []
  const resources: unknown[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await new Response(request as never).text())
    keys.push(request.headers['x-key'])
    for (const { resource, scopeSpans } of body.resourceSpans) {
      resources.push(resource.attributes)
      spans.push(...scopeSpans.flatMap((one: { spans: Span[] }) => one.spans))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, keys, resources }
}

test('a payment is one trace: the request, what it commits, its statements, and the acquirer', async () => {
  const shop = await openShop()
  const ana = await shop.sends()
  const collector = await openCollector()
  const tracing = await openTracing(
    { endpoint: `${collector.url}/`, headers: new Secret({ 'x-key': 'k1' }), service: 'florin', share: 1 },
    { environment: 'staging', roles: ['pages'] },
  )
  onTestFinished(() => tracing.close())
  const loggedBefore = shop.world.logged.length

  await ana.pays()
  await tracing.flush()

  const request = collector.spans.find(({ name }) => name === 'POST /checkout/:token/pay')!
  const ofPayment = collector.spans.filter(({ traceId }) => traceId === request.traceId)
  const parentOf = (name: string) => {
    const span = ofPayment.find((one) => one.name === name)
    return ofPayment.find(({ spanId }) => spanId === span?.parentSpanId)?.name
  }
  const names = ofPayment.map(({ name }) => name)
  expect(names).toContain('acquirer authorize')
  const commits = names.filter((name) => name.startsWith('commit '))
  expect(commits.length).toBeGreaterThan(1)
  expect(parentOf('acquirer authorize')).toBe('POST /checkout/:token/pay')
  expect(commits.map(parentOf)).toContain('POST /checkout/:token/pay')
  expect(names.some((name) => name.startsWith('read '))).toBe(true)
  expect(request.parentSpanId ?? '').toBe('')
  const attributes = Object.fromEntries(request.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
  expect(attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/checkout/:token/pay',
    'http.response.status_code': 303,
    'florin.surface': 'checkout',
    'florin.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  // Lines of the log name the trace, and no span quotes what the shopper typed or where they were.
  expect(shop.world.logged.slice(loggedBefore).join()).toContain(request.traceId)
  const text = JSON.stringify(collector.spans)
  for (const secret of ['4111', 'example.com', ana.address.split('/').at(-1)!]) expect(text).not.toContain(secret)
  expect(collector.keys[0]).toBe('k1')
  expect(JSON.stringify(collector.resources[0])).toContain('service.version')
})

test('without a collector nothing is traced, and a share of 0 sends nothing', async () => {
  expect(traceIds()).toEqual({})
  const shop = await openShop()
  const collector = await openCollector()
  const tracing = await openTracing(
    { endpoint: collector.url, headers: undefined, service: 'florin', share: 0 },
    { environment: 'staging', roles: ['pages'] },
  )
  await (await shop.sends()).pays()
  await tracing.flush()
  await tracing.close()
  expect(collector.spans).toEqual([])
  expect(traceIds()).toEqual({})
})
