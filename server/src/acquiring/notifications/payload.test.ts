import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { merchantCurrencies, type OrderId, type PaymentId, type ShopperId, type StoredCardId } from '#acquiring/ids'
import { parseJsonExactly } from '#kernel/base/json.ts'
import { formatMoney, money, parseMoney } from '#kernel/base/money.ts'
import { type NotificationFacts, payloadText } from './payload.ts'

const paid: NotificationFacts = {
  transactionStatus: 'complete-ok',
  orderId: 1017n as OrderId,
  externalOrderId: 'bread-1',
  transactionId: 1029n as PaymentId,
  transactionMethod: 'card',
  transactionType: 'deposit',
  customerId: 3n as ShopperId,
  identifier: 'ada',
  amount: money(1050n, 'EUR'),
  customData: { note: 'crème brûlée', gift: { to: 'Grace' } },
  cardId: undefined,
  occurredAt: Temporal.Instant.from('2026-01-01T00:00:00.999Z'),
}

describe('the payload', () => {
  test('of a payment that succeeded is this text', () => {
    expect(payloadText(paid)).toBe(
      '{"transactionStatus":"complete-ok","status":"complete-ok","orderId":1017,"externalOrderId":"bread-1","transactionId":1029,' +
        '"transactionMethod":"card","transactionType":"deposit","customerId":3,"identifier":"ada","amount":10.5,' +
        '"currency":"EUR","customData":{"note":"crème brûlée","gift":{"to":"Grace"}},"customFields":null,' +
        '"timestamp":1767225600,"cardId":null}',
    )
  })

  test('of a payment that failed ends with the reasons', () => {
    const errors = [{ code: 837, message: 'Insufficient funds', type: 'Exception' }]
    expect(payloadText({ ...paid, transactionStatus: 'complete-failed', cardId: 8n as StoredCardId, errors })).toMatch(
      /"cardId":8,"errors":\[{"code":837,"message":"Insufficient funds","type":"Exception"}\]}$/,
    )
  })

  test('has no errors when there is none to report', () => {
    expect(payloadText({ ...paid, errors: [] })).not.toContain('errors')
  })

  test.each([
    ['an object', { a: '1' }, '{"a":"1"}'],
    ['an empty object', {}, '{}'],
    ['a string', '{"a":"1"}', '"{\\"a\\":\\"1\\"}"'],
    ['an empty string', '', '""'],
    ['null', null, 'null'],
    ['nothing', undefined, 'null'],
    ['an object read with its digits', parseJsonExactly('{"a":1.10}'), '{"a":1.10}'],
  ])('gives custom data back as it came: %s', (_, customData, text) => {
    expect(payloadText({ ...paid, customData })).toContain(`"customData":${text},"customFields"`)
  })

  test.each([
    [0n, '0'],
    [1n, '0.01'],
    [10n, '0.1'],
    [100n, '1'],
    [1_000n, '10'],
    [1_050n, '10.5'],
    [100_000n, '1000'],
    [999_999_999_999_999n, '9999999999999.99'],
  ])('writes %d cents as the number %s', (minor, text) => {
    expect(payloadText({ ...paid, amount: money(minor, 'EUR') })).toContain(`"amount":${text},"currency"`)
  })

  test('carries every amount to the last cent', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n - 1n), fc.constantFrom(...merchantCurrencies), (minor, currency) => {
        const payload = parseJsonExactly(payloadText({ ...paid, amount: money(minor, currency) })) as {
          amount: unknown
        }
        expect(formatMoney(parseMoney(String(payload.amount), currency)!)).toBe(formatMoney(money(minor, currency)))
      }),
    )
  })

  test('keeps numbers of orders and payments whole, however large', () => {
    const large = 2n ** 63n - 1n
    expect(payloadText({ ...paid, orderId: large as OrderId })).toContain('"orderId":9223372036854775807,')
  })

  test('nests four levels at the most when custom data nests one', () => {
    const errors = [{ code: 837, message: 'm', type: 'Exception' }]
    expect(depthOf(JSON.parse(payloadText({ ...paid, errors })))).toBe(3)
    expect(depthOf(JSON.parse(payloadText({ ...paid, customData: { a: { b: ['c'] } } })))).toBe(4)
  })
})

function depthOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
}
