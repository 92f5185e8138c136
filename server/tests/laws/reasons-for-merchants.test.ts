import { expect, test } from 'vitest'
import { isApproval } from '#connectors/network/message.ts'
import { money } from '#kernel/base/money.ts'
import { resultOf } from '../../src/connectors/acquirer/on-us/network-messages.ts'
import { judge, type Question } from '../../src/issuing/spending/judge.ts'
import { ruleNames } from '../../src/issuing/spending/verdict.ts'

/**
 * What a merchant of ours learns when a card of ours is declined: as much as any network tells it. Why the holder or the
 * partner does not want the payment, and what is on the account, are no merchant's affair.
 */

const asked: Question = {
  now: Temporal.Instant.from('2026-05-04T10:00:00Z'),
  purpose: 'purchase',
  channel: 'online',
  recurring: false,
  merchant: { category: '5411', country: 'RO' },
  expiry: '2905',
  amount: money(7_654_321n, 'EUR'),
  billed: { minor: 7_654_321n },
  partialAllowed: false,
  card: {
    status: 'active',
    suspensions: [],
    expiry: '2905',
    currency: 'EUR',
    controls: {},
    replaces: undefined,
    replacedFor: undefined,
    isPinBlocked: false,
  },
  product: { limits: [] },
  cvv2: 'match',
  pin: 'notSent',
  threeDs: 'absent',
  sums: {
    asOf: Temporal.PlainDate.from('2026-05-04'),
    day: 0n,
    week: 0n,
    month: 0n,
    year: 0n,
    total: 0n,
    recent: [Temporal.Instant.from('2026-05-04T09:59:00Z')],
  },
  spendable: 10_000_000n,
  velocity: undefined,
  isReversed: false,
}
const card = (changes: Partial<Question['card']>) => ({ card: { ...asked.card, ...changes } })
const block = (code: string) => ({ mode: 'block' as const, codes: [code] })

/** Each way in which a rule fails, and what the merchant learns. */
const ways: readonly [rule: string, changes: Partial<Question>, reason: string][] = [
  ['reversal', { isReversed: true }, 'declined_by_bank'],
  ['card', card({ status: 'closed' }), 'card_closed'],
  ['card', card({ status: 'closed', replacedFor: 'lost' }), 'card_lost_or_stolen'],
  ['card', card({ status: 'closed', replacedFor: 'compromised' }), 'card_lost_or_stolen'],
  ['card', card({ status: 'frozen' }), 'declined_by_bank'],
  ['card', card({ status: 'suspended', suspensions: ['staff'] }), 'declined_by_bank'],
  ['card', card({ status: 'suspended', suspensions: ['pin'], isPinBlocked: true }), 'declined_by_bank'],
  ['card', card({ status: 'pending' }), 'declined_by_bank'],
  ['expiry', { expiry: '2906' }, 'card_expired'],
  ['expiry', card({ expiry: '2604' }), 'card_expired'],
  ['cvv2', { cvv2: 'noMatch' }, 'security_code_wrong'],
  ['pin', { pin: 'noMatch' }, 'declined_by_bank'],
  ['pin', { pin: 'notSet' }, 'declined_by_bank'],
  ['pin', { pin: 'match', ...card({ isPinBlocked: true }) }, 'declined_by_bank'],
  ['threeDs', { threeDs: 'failed' }, 'authentication_failed'],
  ['threeDs', { threeDs: 'unknown' }, 'authentication_failed'],
  ['amount', { amount: money(0n, 'EUR'), billed: { minor: 0n } }, 'rejected_by_processor'],
  ['currency', { billed: undefined }, 'rejected_by_processor'],
  ['channel', card({ controls: { channels: { online: false } } }), 'declined_by_bank'],
  ['category', card({ controls: { merchantCategories: block('5411') } }), 'declined_by_bank'],
  ['country', card({ controls: { countries: block('RO') } }), 'declined_by_bank'],
  ['productLimits', { product: { limits: [{ period: 'day', currency: 'EUR', amount: '1234.56' }] } }, 'limit_exceeded'],
  ['cardLimits', card({ controls: { limits: [{ period: 'day', amount: '1234.56' }] } }), 'limit_exceeded'],
  ['velocity', { velocity: { most: 1, per: Temporal.Duration.from('PT10M') } }, 'limit_exceeded'],
  ['balance', { spendable: 1_234_56n }, 'insufficient_funds'],
]
const head = { key: 'k', stan: 1n } as unknown as Parameters<typeof resultOf>[0]
const resultFor = (code: string) => resultOf(head, { code, available: money(1_234_56n, 'EUR') }, 'none')

test.each(ways)('what a merchant learns of a decline by the rule %s', (rule, changes, reason) => {
  const { isApproved, code, verdicts } = judge({ ...asked, ...changes })
  expect([isApproved, isApproval(code)]).toEqual([false, false])
  const failed = verdicts.find(({ result }) => result === 'failed')!
  expect([failed.rule, failed.code]).toEqual([rule, code])
  const result = resultFor(code)
  expect(result).toEqual({
    outcome: 'declined',
    reason,
    reference: 'onus-1',
    checks: { address: 'unavailable', postalCode: 'unavailable', securityCode: 'unavailable' },
  })
})

test('every rule is among them', () => {
  expect([...new Set(ways.map(([rule]) => rule))]).toEqual([...ruleNames])
})

test('a partner’s decline is one by the bank, and a question without an end is trouble', () => {
  expect(resultFor('05')).toMatchObject({ outcome: 'declined', reason: 'declined_by_bank' })
  expect(resultFor('91')).toMatchObject({ outcome: 'declined', reason: 'provider_error' })
})
