import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import qs from 'qs'
import { expect } from 'vitest'
import type { Clock } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import { type DemoStoreOptions, demoStore } from '../../src/demo/index.ts'

export const key = '0123456789abcdef0123456789abcdef'
const noon = Temporal.Instant.from('2026-03-01T12:00:00Z')
const clock: Clock = { now: () => noon, wall: () => noon }

/** The shop on a server of its own, with the platform played by the test. */
export async function openShop(options: Partial<DemoStoreOptions> = {}) {
  const fastify = Fastify()
  await fastify.register(formbody, { parser: (text) => qs.parse(text) })
  await fastify.register(
    demoStore({
      siteId: 7,
      privateKey: new Secret(key),
      checkoutUrl: 'https://checkout.example/',
      baseUrl: 'https://shop.example',
      clock,
      testCards: [
        { brand: 'visa', number: '4111111111111111', expiry: '12/34', cvv: '123' },
        { brand: 'amex', number: '378282246310005', expiry: '12/34', cvv: '1234' },
      ],
      ...options,
    }),
  )
  const cookies = new Map<string, string>()
  const visit = async (
    method: 'GET' | 'POST',
    url: string,
    form?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ) => {
    const reply = await fastify.inject({
      method,
      url,
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...headers,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    })
    for (const { name, value } of reply.cookies) cookies.set(name, value)
    return { status: reply.statusCode, text: reply.body, headers: reply.headers }
  }
  /** `refused`: the page has no signed form that leads away. */
  const order = async (form: Readonly<Record<string, string>>, { refused = false } = {}) => {
    const page = await visit('POST', '/demo/checkout', { email: 'ada@example.com', name: 'Ada Baker', ...form })
    return { page, request: refused ? undefined : signedRequestIn(page.text) }
  }
  return {
    get: (url: string, headers?: Readonly<Record<string, string>>) => visit('GET', url, undefined, headers),
    getAsStranger: async (url: string) => (await fastify.inject({ method: 'GET', url })).body,
    /** As a browser does that comes from another site: it brings no cookies. */
    postAsStranger: async (url: string, form: Readonly<Record<string, string>>) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const payload = new URLSearchParams(form).toString()
      return (await fastify.inject({ method: 'POST', url, headers, payload })).body
    },
    post: (url: string, form: Readonly<Record<string, string>>) => visit('POST', url, form),
    order,
    [Symbol.asyncDispose]: () => fastify.close(),
  }
}

/** What the payment page would read: the request, once its checksum is found to be right. */
function signedRequestIn(page: string) {
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
  const bytes = Buffer.from(field('jsonRequest'), 'base64')
  expect(createHmac('sha512', key).update(bytes).digest('base64')).toBe(field('checksum'))
  return JSON.parse(bytes.toString('utf8'))
}

type Sealed = { externalOrderId: string; identifier: string } & Readonly<Record<string, unknown>>

/** A notification as the platform sends it: base64 of the iv, a comma, base64 of AES-256-CBC under the site's key. */
export function seal(notified: Sealed, by = key): string {
  const notification = {
    transactionStatus: 'complete-ok',
    orderId: 17,
    transactionId: 29,
    transactionMethod: 'card',
    customerId: 3,
    amount: 4.8,
    currency: 'EUR',
    customData: null,
    customFields: null,
    timestamp: 1_772_366_400,
    cardId: null,
    ...notified,
  }
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(by, 'ascii'), iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(notification), 'utf8'), cipher.final()])
  return `${iv.toString('base64')},${sealed.toString('base64')}`
}
export const notifiedAbout = (
  request: { order: { orderId: string }; customer: { identifier: string } },
  rest: object = {},
): Sealed => ({
  externalOrderId: request.order.orderId,
  identifier: request.customer.identifier,
  ...rest,
})
