import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sameJson } from './same-json.ts'
import { deliveryIdOf, isEvent, UnverifiedWebhook, verifyWebhook, type WebhookDelivery } from './webhook.ts'

const key = 'whsec_first'
const frozen = {
  eventType: 'cardStatusChanged',
  eventId: 'evt_1',
  customerId: 'cust_1',
  data: { cardId: '6f1c', newStatus: 'frozen' },
}
const base64url = (text: string): string => Buffer.from(text, 'utf8').toString('base64url')

/** What the platform does: a compact JWS over the very bytes of the body. */
function jws(
  payload: string,
  { by = key, header = { alg: 'HS512', typ: 'JWT' } as object, hash = 'sha512' } = {},
): string {
  const signed = `${base64url(JSON.stringify(header))}.${base64url(payload)}`
  return `${signed}.${createHmac(hash, by).update(signed).digest('base64url')}`
}
const deliver = (payload: string, signature = jws(payload), rest: Partial<WebhookDelivery> = {}) =>
  verifyWebhook({ keys: key, payload, headers: { 'x-money-signature': signature }, ...rest })
const whyNot = (verify: () => unknown): string => {
  try {
    return `verified: ${JSON.stringify(verify())}`
  } catch (error) {
    return error instanceof UnverifiedWebhook ? error.reason : `${error}`
  }
}
const body = JSON.stringify(frozen)

describe('a webhook', () => {
  test('that OpenSSL signed is verified', () => {
    const signature =
      'eyJhbGciOiJIUzUxMiIsInR5cCI6IkpXVCJ9.eyJldmVudFR5cGUiOiJjYXJkU3RhdHVzQ2hhbmdlZCIsImV2ZW50SWQiOiJldnRfMSIsImN1c3RvbWVySWQ' +
      'iOiJjdXN0XzEiLCJkYXRhIjp7ImNhcmRJZCI6IjZmMWMiLCJuZXdTdGF0dXMiOiJmcm96ZW4ifX0.ypgTLQkghaeAXIVOwBaU8sqyKtcgUGOp-rRUiBLs' +
      'J1havaqpJsesClqQwQKhj6NECEulPjvjWF_y2ROMnSxLsA'
    expect(deliver(body, signature)).toEqual(frozen)
  })

  test('is verified with any of the valid keys, so keys can be rotated without losing an event', () => {
    const keys = ['whsec_next', key]
    expect(deliver(body, jws(body), { keys })).toEqual(frozen)
    expect(deliver(body, jws(body, { by: 'whsec_next' }), { keys })).toEqual(frozen)
  })

  test('may arrive as bytes, with headers in any letter case or as Headers', () => {
    const signature = jws(body)
    const payload = new TextEncoder().encode(body)
    const everyShape = [{ 'X-Money-Signature': signature }, new Headers({ 'x-money-signature': signature })]
    expect(everyShape.map((headers) => verifyWebhook({ keys: key, payload, headers }))).toEqual([frozen, frozen])
  })

  test('may be written differently from what was signed, as long as it says the same', () => {
    const rewritten = JSON.stringify(Object.fromEntries(Object.entries(frozen).reverse()), null, 2)
    expect(deliver(rewritten, jws(body))).toEqual(frozen)
  })

  test('may be of a kind, or have fields, that this version does not know', () => {
    const event = { ...frozen, eventType: 'moonRose', data: { phase: 'full' } }
    expect(deliver(JSON.stringify(event))).toEqual(event)
  })

  test('is narrowed to its kind', () => {
    const event = deliver(body)
    expect(isEvent(event, 'cardStatusChanged') && event.data.newStatus).toBe('frozen')
    expect(isEvent(event, 'topupCreated')).toBe(false)
  })

  test('has a delivery id for the log', () => {
    expect(deliveryIdOf({ 'X-Money-Delivery-Id': 'dlv_9' })).toBe('dlv_9')
    expect(deliveryIdOf(new Headers())).toBeUndefined()
  })

  test('comes through with whatever it says, and any changed character of the signed text is noticed', () => {
    const events = fc.record({
      eventType: fc.string(),
      eventId: fc.string(),
      customerId: fc.string(),
      data: fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }),
    })
    fc.assert(
      fc.property(events, fc.nat(), fc.constantFrom('A', 'b', '7', '_'), (event, at, other) => {
        const payload = JSON.stringify(event)
        const signature = jws(payload)
        expect(deliver(payload, signature)).toEqual(JSON.parse(payload))

        // The last character of the signature holds two bits that mean nothing, so it is left alone.
        const index = at % (signature.length - 1)
        fc.pre(signature[index] !== other)
        const changed = signature.slice(0, index) + other + signature.slice(index + 1)
        expect(whyNot(() => deliver(payload, changed))).not.toContain('verified')
      }),
    )
  })
})

describe('a forged webhook', () => {
  const unsigned = `${base64url('{"alg":"none"}')}.${base64url(body)}.`

  test.each<[string, string, () => unknown]>([
    ['no signature at all', 'unsigned', () => verifyWebhook({ keys: key, payload: body, headers: {} })],
    [
      'two signatures',
      'unsigned',
      () => verifyWebhook({ keys: key, payload: body, headers: { 'x-money-signature': [jws(body), jws(body)] } }),
    ],
    ['something that is not a JWS', 'unsigned', () => deliver(body, 'sha512=0123')],
    ['a JWS with its signature cut off', 'unsigned', () => deliver(body, unsigned)],
    ['a JWS that says it needs no key', 'algorithm', () => deliver(body, `${unsigned}AAAA`)],
    [
      'another algorithm, honestly signed',
      'algorithm',
      () => deliver(body, jws(body, { header: { alg: 'HS256' }, hash: 'sha256' })),
    ],
    ['the algorithm in lower case', 'algorithm', () => deliver(body, jws(body, { header: { alg: 'hs512' } }))],
    [
      'unknown critical rules',
      'algorithm',
      () => deliver(body, jws(body, { header: { alg: 'HS512', crit: ['b64'], b64: false } })),
    ],
    ['another key', 'signature', () => deliver(body, jws(body, { by: 'whsec_other' }))],
    ['a shortened signature', 'signature', () => deliver(body, jws(body).slice(0, -20))],
    ['another body under a good signature', 'payload', () => deliver(body.replace('frozen', 'active'), jws(body))],
    ['one more field under a good signature', 'payload', () => deliver(body.replace('{', '{"extra":1,'), jws(body))],
    ['an empty body under a good signature', 'payload', () => deliver('', jws(body))],
    ['a signed payload that is not an event', 'payload', () => deliver('{"eventType":"x"}')],
  ])('with %s is refused as %s', (_, reason, verify) => {
    expect(whyNot(verify)).toBe(reason)
  })

  test.each<[string, string | string[]]>([
    ['an empty key', ''],
    ['no keys', []],
    ['an empty key among others', [key, '']],
  ])('is not let in by a receiver that was configured with %s', (_, keys) => {
    expect(whyNot(() => deliver(body, jws(body, { by: '' }), { keys }))).toContain('at least one key')
  })
})

describe('the age of an event', () => {
  const asked = Date.UTC(2026, 0, 1, 12)
  const requested = (requestedAt: unknown) =>
    JSON.stringify({ ...frozen, eventType: 'transaction3dsRequested', data: { requestedAt } })
  const verifyAt = (payload: string, nowMs: number) =>
    whyNot(() => deliver(payload, jws(payload), { age: { nowMs, maxMs: 60_000 } }))

  test('is refused past the limit, by the time inside the signed payload', () => {
    const payload = requested('2026-01-01T12:00:00Z')
    expect(verifyAt(payload, asked + 60_000)).toContain('verified')
    expect(verifyAt(payload, asked + 60_001)).toBe('too-old')
  })

  test('is too old when it cannot be read', () => {
    expect(verifyAt(requested('yesterday'), asked)).toBe('too-old')
    expect(verifyAt(requested(5), asked)).toBe('too-old')
  })

  test('is not checked for events without a time, which is most of them', () => {
    expect(verifyAt(body, Number.MAX_SAFE_INTEGER)).toContain('verified')
  })
})

test('two JSON values are the same exactly when their sorted texts are', () => {
  const sorted = (value: unknown): string =>
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'object' && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    )
  const json = fc.json({ maxDepth: 3 }).map((text): unknown => JSON.parse(text))
  fc.assert(
    fc.property(json, json, (a, b) => {
      expect(sameJson(a, JSON.parse(JSON.stringify(a)))).toBe(true)
      expect(sameJson(a, b)).toBe(sorted(a) === sorted(b))
    }),
  )
})
