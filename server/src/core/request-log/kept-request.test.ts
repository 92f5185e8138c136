import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SiteId } from '#core/directory'
import { parseJsonExactly } from '#kernel/base/json.ts'
import { type AnsweredRequest, bodyBytesMax, keptOf, replyBytesMax } from './kept-request.ts'

const answered = (of: Partial<AnsweredRequest>): AnsweredRequest => ({
  requestId: 'f2f1cb5a-4df0-4a1c-a5b1-f1fd1f9a9a11',
  receivedAt: Temporal.Instant.from('2026-05-04T10:00:00Z'),
  siteId: 10_001 as SiteId,
  sentBy: 'key',
  keyId: 1017n,
  method: 'POST',
  route: '/order',
  params: {},
  query: {},
  body: {},
  status: 200,
  tookMs: 12.4,
  reply: undefined,
  isSecret: false,
  ...of,
})

test('a request is kept with what finds an error, and without what is nobody’s to read', () => {
  const sent =
    '{"siteId":10001,"amount":9.90,"currency":"EUR","externalOrderId":"crumb-e04b","cardNumber":"4111111111111111",' +
    '"cardCvv":123,"email":"ana@example.com","items":[{"name":"Bread","amount":4.95}],"4111111111111111":1,"amuont":5}'
  const kept = keptOf(
    answered({
      body: parseJsonExactly(sent),
      reply: '{"code":200,"message":"Success","data":{"id":1017,"transactionId":1030,"cardId":7,"tags":["vip"]}}',
    }),
  )
  expect(kept.body).toBe(
    '{"siteId":10001,"amount":9.90,"currency":"EUR","externalOrderId":"crumb-e04b","cardNumber":"[hidden]",' +
      '"cardCvv":"[hidden]","email":"[hidden]","items":[{"name":"[hidden]","amount":4.95}],"[field]":"[hidden]",' +
      '"amuont":"[hidden]"}',
  )
  expect(kept.reply).toBe(
    '{"code":200,"message":"Success","data":{"id":1017,"transactionId":1030,"cardId":7,"tags":["[hidden]"]}}',
  )
  expect(kept).toMatchObject({ path: '/order', keyId: '1017', status: 200, tookMs: 12 })
  expect(kept.concerns).toEqual(['reference:crumb-e04b', 'order:1017', 'transaction:1030', 'card:7'])
})

test('what was wrong stands with its field, and the sentence quotes nothing that was hidden', () => {
  const error = { code: 1, reason: 'invalid_field', field: 'cardNumber' }
  const message = 'cardNumber must be a card number; it is "41111111"'
  const refused = keptOf(
    answered({
      status: 400,
      body: { cardNumber: '41111111' },
      reply: JSON.stringify({ code: 400, message: 'Bad Request', errors: [{ ...error, message }] }),
    }),
  )
  expect(refused).toMatchObject({
    reason: 'invalid_field',
    field: 'cardNumber',
    message: 'cardNumber must be a card number',
  })

  const bare = keptOf(
    answered({
      status: 404,
      body: { subscriptionCardId: 'hunter22' },
      reply: '{"code":404,"message":"The programme has no card product hunter22.","reason":"card_product_not_found"}',
    }),
  )
  expect(bare.message).toBe('The programme has no card product [hidden].')
  expect(JSON.stringify(bare)).not.toContain('hunter22')
})

test('a path says which thing it is about, and no other value', () => {
  const of = (route: string, params: object, query = {}) => keptOf(answered({ method: 'GET', route, params, query }))
  expect(of('/order/:id', { id: '1017' })).toMatchObject({ path: '/order/1017', concerns: ['order:1017'] })
  expect(of('/v1/cards/:id', { id: 'x4111111111111111' })).toMatchObject({ path: '/v1/cards/[hidden]', concerns: [] })
  const query = { customerId: '7', email: 'ana@example.com', sort: 'created', '4111111111111111': '1' }
  expect(of('/order', {}, query).path).toBe('/order?customerId=7&email=[hidden]&sort=created&[field]=[hidden]')
})

test('a code that somebody sends is one of a card or of an e-mail, and the code of a reply is ours', () => {
  const kept = keptOf(
    answered({
      query: { code: '987' },
      body: { code: 123, card: { code: '456', securityCode: '321' } },
      reply: '{"code":200}',
    }),
  )
  expect(kept).toMatchObject({
    path: '/order?code=[hidden]',
    body: '{"code":"[hidden]","card":{"code":"[hidden]","securityCode":"[hidden]"}}',
    reply: '{"code":200}',
  })
})

test('a sentence has no signs that the database does not store', () => {
  const message = 'There is no order a\u0000b\u001b[31m.'
  const kept = keptOf(answered({ status: 404, reply: JSON.stringify({ code: 404, message }) }))
  expect(kept.message).toBe('There is no order a b [31m.')
})

test('the form of a store calls its own number orderId', () => {
  const body = { siteId: 10_001, order: { orderId: 'crumb-e04b', type: 'purchase' } }
  expect(keptOf(answered({ sentBy: 'form', route: '/', body, status: 303 }))).toMatchObject({
    body: '{"siteId":10001,"order":{"orderId":"crumb-e04b","type":"purchase"}}',
    concerns: ['reference:crumb-e04b'],
  })
})

test('of what reveals a secret neither body nor reply is kept', () => {
  const kept = keptOf(answered({ isSecret: true, body: { pin: '1234' }, reply: '{"pan":"4111111111111111","id":7}' }))
  expect(kept).toMatchObject({ body: undefined, reply: '[holds a secret]', concerns: [] })
})

test('a long body is cut with a mark, and a very long reply is not read', () => {
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`name${'x'.repeat(n % 9)}`, n]))
  const wide = { list: Array.from({ length: 15 }, () => Object.fromEntries(names.map((name) => [name, many]))) }
  const kept = keptOf(answered({ body: wide, reply: JSON.stringify({ message: 'é'.repeat(9_000) }) }))
  expect(Buffer.byteLength(kept.body!)).toBeLessThanOrEqual(bodyBytesMax)
  expect(kept.body).toMatch(/… \(cut\)$/)
  expect(Buffer.byteLength(kept.reply!)).toBeLessThanOrEqual(replyBytesMax)
  expect(keptOf(answered({ reply: `"${'x'.repeat(20_000)}"` })).reply).toBe('[20002 characters]')
  expect(keptOf(answered({ reply: 'no JSON' })).reply).toBe('[7 characters]')
})
const names = ['amount', 'currency', 'customer', 'order', 'card']

/** Card numbers of several networks, in the ways in which people and programs write them. */
const number = fc.constantFrom('4111111111111111', '5105105105105100', '378282246310005', '6011111111111117')
const spelling = fc
  .tuple(number, fc.constantFrom('', ' ', '-', '.', '/', '_', '\u00a0', '\u200b'))
  .map(([digits, sign]) => digits.replaceAll(/(\d{4})(?=\d)/g, `$1${sign}`))
const secret = fc.constantFrom(
  `sk_test_${'0123456789abcdef'.repeat(2)}`,
  '0123456789abcdef'.repeat(2),
  'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI3In0.MEUCIQDx',
  `fpk_live_${'aB3'.repeat(14)}x`,
  '%B4111111111111111^POP/ANA^34121010000000000000?',
  ';4111111111111111=34121010000000000000?',
)
/** Names that a value may be kept under, names that hide it, and names that are not known. */
const name = fc.constantFrom(
  ...['amount', 'orderId', 'externalOrderId', 'currency', 'status', 'createdAt', 'id', 'message', 'field', 'last4'],
  ...['reason', 'sort', 'relatedTransactionIds', 'cardNumber', 'cvv', 'pin', 'password', 'note', 'x'],
)
const harmless = fc.constantFrom('9.90', 'EUR', '1017', 'crumb-e04b', 'Ana Pop', '', null, true)

/** What is planted somewhere in a body: as a text, a number, a name, a list of its parts, or quoted in a sentence. */
const planted = fc.oneof(
  spelling.chain((text) =>
    fc.constantFrom<unknown>(
      text,
      Number(text.replaceAll(/\D/g, '')),
      text.match(/\d{1,4}/g),
      text.match(/\d{1,4}/g)!.map(Number),
      { [text]: 1 },
      `The number is ${text}, thanks`,
    ),
  ),
  secret,
)
const tree = (leaf: fc.Arbitrary<unknown>) =>
  fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(name, tie('node'), { maxKeys: 4 }),
    ),
  })).node

/** Digits in a row, whatever stands between them, that could be a card's; the masked form keeps ten of them. */
const leaks = (text: string): string[] =>
  ['4111111111111111', '5105105105105100', '378282246310005', '6011111111111117', '34121010000000000000'].filter(
    (digits) => new RegExp([...digits].join('[^\\p{L}\\d]{0,3}'), 'u').test(text),
  )

test('no card number and no secret is kept, wherever it stands', () => {
  const one = fc.tuple(name, tree(fc.oneof({ weight: 2, arbitrary: planted }, harmless)))
  fc.assert(
    fc.property(one, one, planted, ([inBody, body], [inReply, reply], value) => {
      const kept = keptOf(
        answered({
          route: '/order/:id',
          params: { id: String(value) },
          query: { [String(value)]: 'x', [inBody]: String(value), externalOrderId: String(value) },
          status: 400,
          body: { [inBody]: body, externalOrderId: value },
          reply: JSON.stringify({
            [inReply]: reply,
            message: `There is no ${String(value)}.`,
            reason: value,
            field: value,
          }),
        }),
      )
      const text = JSON.stringify({ ...kept, requestId: '' })
      expect(leaks(text)).toEqual([])
      for (const part of ['0123456789abcdef0123', 'eyJ', 'aB3aB3']) expect(text).not.toContain(part)
    }),
    { numRuns: 500 },
  )
})
