import { createCipheriv } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readNotification, transactionStatuses, UnreadableNotification } from './payment-notification.ts'

const privateKey = '0123456789abcdef0123456789abcdef'
const paid = {
  transactionStatus: 'complete-ok',
  orderId: 17,
  externalOrderId: 'bread-1',
  transactionId: 29,
  transactionMethod: 'card',
  customerId: 3,
  identifier: 'ada',
  amount: 10,
  currency: 'EUR',
  customData: { note: 'crème brûlée' },
  customFields: null,
  timestamp: 1767225600,
  cardId: null,
}

/** What the platform does: `base64(iv),base64(AES-256-CBC)`. */
function seal(
  plain: string | Buffer,
  { key = privateKey, iv = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex') } = {},
): string {
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(key, 'ascii'), iv)
  return `${iv.toString('base64')},${Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64')}`
}
const sealJson = (value: unknown): string => seal(JSON.stringify(value))
const read = (value: unknown) => readNotification({ privateKey, body: { opensslResult: sealJson(value) } })
const whyNot = (body: string | Record<string, unknown>, key = privateKey): string => {
  try {
    return `read: ${readNotification({ privateKey: key, body }).transactionStatus}`
  } catch (error) {
    return error instanceof UnreadableNotification ? error.reason : `${error}`
  }
}

describe('a notification', () => {
  test('that OpenSSL encrypted is read field by field', () => {
    const opensslResult =
      'AAECAwQFBgcICQoLDA0ODw==,YCMaebE19lb0PYzWXWNJkBzs839drejtHwjTmNcT/AmCHfCkvdx6I2loAJjTBMtMN8XVNUs7pvKeXX8SufH2Pi2BK' +
      'hdZK+hNf7xApVCOW9uQXPBc+37r/KDUT0LK78pt4Kl0pJMM/2ked2Akl7zmiJfR0ZKMH4jUevCJiVf30U3gTaV303fLV2iArMunXrnB6X2XE1IG89GA' +
      '28gQDn/Pv7Ohr/93kF55h9qLJVlakf8uwvx1T5T00i0nwufCQJYsB4IoFzG0Zpz20RlJYzGarsh+nFkErYkyVmj8jYfFzaLL4ZXr2qJ2CBNSl1vm9WjpI' +
      'kBEijhm/OSVHp/DVwaus6lKmGNZXpIgsp3XpbrLUCrfw5w8ISungidqvjMnX98q'
    expect(readNotification({ privateKey, body: { opensslResult } })).toEqual({
      ...paid,
      transactionType: undefined,
      errors: [],
    })
  })

  test('is read with the displayed form of the key', () => {
    const body = { opensslResult: sealJson(paid) }
    expect(readNotification({ privateKey: `sk_live_${privateKey}`, body }).orderId).toBe(17)
  })

  test('comes back as it was sent, whatever the iv', () => {
    const text = fc.string({ minLength: 1, unit: 'binary' })
    const id = fc.integer({ min: 1 })
    const notification = fc.record({
      transactionStatus: fc.constantFrom(...transactionStatuses),
      orderId: id,
      externalOrderId: text,
      transactionId: id,
      transactionMethod: text,
      transactionType: fc.option(text, { nil: undefined }),
      customerId: id,
      identifier: text,
      amount: fc.integer({ min: 0, max: 99_999_999 }).map((cents) => Number((cents / 100).toFixed(2))),
      currency: text,
      customData: fc.oneof(text, fc.dictionary(text, text, { noNullPrototype: true }), fc.constant(null)),
      customFields: fc.option(fc.dictionary(text, text, { noNullPrototype: true }), { nil: null }),
      timestamp: id,
      cardId: fc.option(id, { nil: null }),
      errors: fc.array(fc.record({ code: id, message: text, type: text })),
    })
    const iv = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes))
    fc.assert(
      fc.property(notification, iv, (sent, someIv) => {
        const body = new URLSearchParams({ opensslResult: seal(JSON.stringify(sent), { iv: someIv }) })
        expect(readNotification({ privateKey, body: body.toString() })).toEqual(sent)
      }),
    )
  })

  test('of the oldest format has its custom data and fields under shorter names', () => {
    const { customData: _, customFields: __, ...old } = paid
    const shorter = { custom: { table: '4' }, customField: { size: 'L' } }
    expect(read({ ...old, ...shorter })).toMatchObject({ customData: { table: '4' }, customFields: { size: 'L' } })
    expect(read({ ...old, custom: 'table 4' })).toMatchObject({ customData: 'table 4', customFields: null })
    expect(read({ ...paid, custom: { table: '5' } }).customData).toEqual(paid.customData)
  })

  test('is found in a form body, in parsed fields, in an address, and under its older name', () => {
    const result = sealJson(paid)
    const bodies = [
      new URLSearchParams({ opensslResult: result }).toString(),
      new URLSearchParams({ result }),
      new URL(`https://shop.example/back?status=complete-ok&result=${encodeURIComponent(result)}`).searchParams,
      { result },
      { opensslResult: result, result: 'of another age', signature: 'unknown' },
      { opensslResult: '', result },
    ]
    expect(bodies.map((body) => readNotification({ privateKey, body }).transactionId)).toEqual(bodies.map(() => 29))
  })

  test('survives a sender that forgot to escape the plus signs of base64', () => {
    const result = sealJson({ ...paid, customData: 'a'.repeat(500) })
    expect(result).toContain('+')
    expect(readNotification({ privateKey, body: `opensslResult=${result}` }).transactionId).toBe(29)
  })

  test('of an older format is understood: short status, ids and amounts as text, an empty list for an object', () => {
    const { transactionStatus: status, ...rest } = paid
    const old = {
      ...rest,
      status,
      orderId: '17',
      amount: '10.50',
      customData: [],
      customFields: undefined,
      cardId: '5',
    }
    expect(read(old)).toMatchObject({
      transactionStatus: 'complete-ok',
      orderId: 17,
      amount: 10.5,
      customData: {},
      customFields: null,
      cardId: 5,
    })
  })

  test('of a failure says why', () => {
    const errors = [{ code: 837, message: 'Rejected by the payment provider', type: 'Exception' }]
    expect(read({ ...paid, transactionStatus: 'complete-failed', errors }).errors).toEqual(errors)
  })

  test('may bring fields that are not known yet', () => {
    expect(read({ ...paid, mood: 'good' })).not.toHaveProperty('mood')
  })
})

describe('what cannot be believed is refused, and the reason is named', () => {
  const good = sealJson(paid)

  test.each<[string, string, string | Record<string, unknown>]>([
    ['an empty body', 'missing', ''],
    ['a body without a result', 'missing', { status: 'complete-ok' }],
    ['two results under one name', 'malformed', { opensslResult: [good, good] }],
    ['a result without a comma', 'malformed', { opensslResult: good.replace(',', '') }],
    ['a third part', 'malformed', { opensslResult: `${good},AAAA` }],
    ['a short iv', 'malformed', { opensslResult: `AAAA,${good.split(',')[1]}` }],
    ['half a block', 'malformed', { opensslResult: `${good.split(',')[0]},AAAAAAAA` }],
    ['no ciphertext', 'malformed', { opensslResult: `${good.split(',')[0]},` }],
    ['base64 with something else in it', 'malformed', { opensslResult: good.replace(',', ',!') }],
    ['text that is not base64', 'malformed', { opensslResult: good.replace(/.$/, '!') }],
    ['text that is not JSON', 'undecipherable', { opensslResult: seal('complete-ok') }],
    [
      'text that is not UTF-8',
      'undecipherable',
      { opensslResult: seal(Buffer.from(JSON.stringify({ ...paid, identifier: 'né' }), 'latin1')) },
    ],
    ['JSON that is not an object', 'incomplete', { opensslResult: sealJson([paid]) }],
  ])('%s is %s', (_, reason, body) => {
    expect(whyNot(body)).toBe(reason)
  })

  test('a notification for another site is undecipherable', () => {
    expect(whyNot({ opensslResult: good }, 'f'.repeat(32))).toBe('undecipherable')
  })

  test.each([
    ['transactionStatus', 'paid'],
    ['transactionStatus', undefined],
    ['orderId', 'seventeen'],
    ['orderId', 1.5],
    ['externalOrderId', ''],
    ['transactionId', undefined],
    ['customerId', null],
    ['identifier', undefined],
    ['amount', 'ten'],
    ['currency', undefined],
    ['customData', 5],
    ['timestamp', { date: '2018-01-01' }],
    ['cardId', 'none'],
    ['errors', 'many'],
  ])('a notification with %s %j is incomplete, and the message names the field', (field, value) => {
    const body = { opensslResult: sealJson({ ...paid, [field]: value }) }
    expect(whyNot(body)).toBe('incomplete')
    expect(() => readNotification({ privateKey, body })).toThrow(field)
  })

  test('every single flipped bit, in the iv or in the ciphertext, is noticed', () => {
    const [iv, ciphertext] = good.split(',').map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer]
    const sealed = Buffer.concat([iv, ciphertext])
    const unnoticed = Array.from({ length: sealed.length * 8 }, (_, bit) => bit).filter((bit) => {
      const changed = Buffer.from(sealed)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      const parts = [changed.subarray(0, 16), changed.subarray(16)].map((part) => part.toString('base64'))
      return !['undecipherable', 'incomplete'].includes(whyNot({ opensslResult: parts.join(',') }))
    })
    expect(unnoticed).toEqual([])
  })

  test('bad padding and bad text look the same from outside, so no padding oracle exists', () => {
    const badPadding = `${good.split(',')[0]},${Buffer.alloc(32).toString('base64')}`
    const messages = [badPadding, seal('not JSON'), seal('"\u0000')].map((opensslResult) => {
      try {
        return readNotification({ privateKey, body: { opensslResult } })
      } catch (error) {
        return String(error)
      }
    })
    expect(new Set(messages)).toEqual(
      new Set(['UnreadableNotification: The result was made with another key, or changed on its way']),
    )
  })
})
