import { expect, test } from 'vitest'
import { isJsonObject } from '#kernel/base/json.ts'
import { findSiteId, readEnvelope, readJson, requestBytesMax } from './envelope.ts'
import { asJson, digits, refusalOf } from './test-request.ts'

const encoded = (text: string) => Buffer.from(text).toString('base64')
const checksum = Buffer.alloc(64, 0xfb).toString('base64')
const formOf = (jsonRequest: unknown) => ({ jsonRequest, checksum })
const refused = (form: unknown) => {
  const { code, message, field } = refusalOf(() => readEnvelope(form))
  return { code, message, field }
}

test('the two fields are decoded to the bytes that were signed', () => {
  const text = '{"url":"https:\\/\\/shop.example","name":"Ștefan"}'
  const envelope = readEnvelope({ jsonRequest: encoded(text), checksum, lang: 'ro' })
  expect(envelope.text).toBe(text)
  expect(envelope.json.equals(Buffer.from(text))).toBe(true)
  expect(envelope.checksum.equals(Buffer.alloc(64, 0xfb))).toBe(true)
})

test.each([
  ['pluses that became spaces', (base64: string) => base64.replaceAll('+', ' ')],
  ['lines of 76 characters', (base64: string) => base64.replaceAll(/.{76}/g, '$&\r\n')],
  ['a line break at its end', (base64: string) => `${base64}\n`],
])('base64 with %s is repaired', (_, damage) => {
  const text = `{"a":"${'>>>???~~~'.repeat(20)}"}`
  expect(encoded(text)).toContain('+')
  const envelope = readEnvelope({ jsonRequest: damage(encoded(text)), checksum: damage(checksum) })
  expect(envelope.text).toBe(text)
  expect(envelope.checksum.equals(Buffer.alloc(64, 0xfb))).toBe(true)
})

test.each([
  ['base64 without its padding', encoded('{"a":12}').replaceAll('=', '')],
  ['base64 of the URL alphabet', encoded('{"a":"???>>>"}').replaceAll('+', '-').replaceAll('/', '_')],
  ['JSON that was not encoded', '{"siteId":1}'],
  ['base64 with bits left over', 'eyJhIjoxMn1='],
  ['a percent sign', 'eyJh%3D'],
])('%s is refused', (_, jsonRequest) => {
  expect(refused(formOf(jsonRequest))).toMatchObject({ code: 'request_not_base64', field: 'jsonRequest' })
})

test('bytes that are no UTF-8 are refused', () => {
  expect(refused(formOf(Buffer.from([0x7b, 0xff, 0x7d]).toString('base64'))).code).toBe('request_not_json')
})

test('a request of 256 kB is read and one byte more is refused', () => {
  const filled = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`
  expect(readEnvelope(formOf(encoded(filled(requestBytesMax)))).json.length).toBe(requestBytesMax)
  expect(refused(formOf(encoded(filled(requestBytesMax + 1)))).code).toBe('request_too_large')
  expect(refused(formOf(encoded(filled(requestBytesMax * 4)))).code).toBe('request_too_large')
})

test.each([
  ['nothing', undefined],
  ['text', 'jsonRequest=abc'],
  ['an empty form', {}],
  ['an empty field', formOf('')],
  ['a field that was sent twice', formOf(['a', 'b'])],
  ['a field that is inherited', Object.create(formOf('eyJ9'))],
])('%s has no jsonRequest', (_, form) => {
  expect(refused(form)).toEqual({
    code: 'form_incomplete',
    field: 'jsonRequest',
    message: 'The form must have the field jsonRequest, once.',
  })
})

test.each([
  ['none', '', 'The form must have the field checksum, once.'],
  ['hexadecimal text', Buffer.alloc(64, 1).toString('hex'), 'it decodes to 96 bytes'],
  ['the base64 of hexadecimal text', encoded(Buffer.alloc(64, 1).toString('hex')), 'it decodes to 128 bytes'],
  ['a SHA-256', Buffer.alloc(32).toString('base64'), 'it decodes to 32 bytes'],
  ['no base64', 'not-a-checksum', 'it is no base64'],
  ['something enormous', 'A'.repeat(100_000), 'it is no base64'],
])('as a checksum, %s is refused', (_, bad, message) => {
  const refusal = refused({ jsonRequest: encoded('{}'), checksum: bad })
  expect(refusal.field).toBe('checksum')
  expect(refusal.message).toContain(message)
})

test.each(['', 'null', '[]', '"{}"', '12', '{', '{"a":1}}', "{'a':1}", '{"a":NaN}'])(
  'what is no JSON object is refused: %s',
  (text) => {
    expect(refusalOf(() => readJson(text)).code).toBe('request_not_json')
  },
)

test('numbers keep their digits, and a byte order mark is not part of the text', () => {
  const { text } = readEnvelope(formOf(encoded('\ufeff{"amount":100.10}')))
  expect(readJson(text)).toEqual({ amount: digits('100.10') })
})

test('JSON may be 32 levels deep; deeper than that it is refused, however deep', () => {
  const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  expect(readJson(nested(32))).toHaveProperty('a')
  for (const levels of [33, 1_000, 100_000]) {
    expect(refusalOf(() => readJson(nested(levels))).code).toBe('request_not_json')
  }
})

test('brackets inside a text do not make it deep', () => {
  const text = JSON.stringify({ a: '[{"\\'.repeat(1_000), b: '\\"['.repeat(1_000) })
  expect(readJson(text)).toEqual(JSON.parse(text))
})

const siteOf = (value: object) => {
  const json = asJson(value)
  return isJsonObject(json) ? findSiteId(json) : undefined
}

test.each<[string, object, number | undefined]>([
  ['a number', { siteId: 10722 }, 10722],
  ['text', { siteId: '10722' }, 10722],
  ['a public key in its place', { siteId: 'pk_test_10722' }, 10722],
  ['a live public key in its place', { siteId: 'pk_live_10722' }, 10722],
  ['publicKey alone', { publicKey: 'pk_test_10722' }, 10722],
  ['publicKey beside an empty siteId', { siteId: '', publicKey: 'pk_live_10722' }, 10722],
  ['both, agreeing', { siteId: '10722', publicKey: 'pk_test_10722' }, 10722],
  ['leading zeros', { siteId: '00000010722' }, 10722],
  ['nothing', {}, undefined],
  ['null', { siteId: null }, undefined],
])('the site may be named by %s', (_, request, siteId) => {
  expect(siteOf(request)).toBe(siteId)
})

test.each<[string, object, string]>([
  ['both, differing', { siteId: 1, publicKey: 'pk_test_2' }, 'publicKey must name the site of siteId, which is 1.'],
  ['a name', { siteId: 'bakery' }, 'siteId must be the number of your site, such as 10722.'],
  ['zero', { siteId: 0 }, 'siteId must be'],
  ['a negative number', { siteId: -1 }, 'siteId must be'],
  ['a fraction', { siteId: 1.5 }, 'siteId must be'],
  ['more than any site has', { siteId: '99999999999' }, 'siteId must be'],
  ['twelve digits', { siteId: '000000010722' }, 'siteId must be'],
  ['a secret key', { siteId: 'sk_test_10722' }, 'siteId must be'],
  ['an object', { siteId: { id: 1 } }, 'siteId must be'],
  ['a bare number as public key', { publicKey: '10722' }, 'publicKey must look like pk_test_10722.'],
])('the site is not clear from %s', (_, request, message) => {
  const refusal = refusalOf(() => siteOf(request))
  expect(refusal.code).toBe('site_required')
  expect(refusal.message).toContain(message)
})
