import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf } from '#core/ledger'
import { money, zero } from '#kernel/base/money.ts'
import { capturedShares, returnedShares } from './shares.ts'
import type { Payment, Share, Transaction } from './transaction.ts'

const euros = (minor: bigint) => money(minor, 'EUR')
const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n)
const minors = (shares: readonly Share[]): bigint[] => shares.map(({ amount }) => amount.minor)

/** Each share of a site of its own; the first half of the sites are of one merchant. */
const sharesFrom = (amounts: readonly bigint[]): Share[] =>
  amounts.map((minor, at) => ({ siteId: 10_002 + at, merchantId: 102 + (at >> 1), amount: euros(minor) }) as Share)

const captured = (amounts: readonly bigint[], amount: bigint, part: bigint): Payment => {
  const authorized = { shares: sharesFrom(amounts), amount: euros(amount), status: 'authorized' } as unknown as Payment
  const shares = capturedShares(authorized, euros(part))
  return {
    ...authorized,
    status: 'captured',
    captured: euros(part),
    shares,
    refunded: euros(0n),
    chargedBack: euros(0n),
  }
}

const payments = fc
  .record({ amount: fc.bigInt({ min: 1n, max: 100_000n }), cuts: fc.array(fc.nat(1_000), { maxLength: 6 }) })
  .chain(({ amount, cuts }) => {
    const ends = cuts.map((cut) => (amount * BigInt(cut)) / 1_000n).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    const amounts = ends.map((end, at) => end - (ends[at - 1] ?? 0n))
    return fc.record({ payment: fc.bigInt({ min: 1n, max: amount }).map((part) => captured(amounts, amount, part)) })
  })
const step = fc.record({
  kind: fc.constantFrom('refund', 'chargeback', 'end'),
  portion: fc.nat(1_300),
  which: fc.nat(20),
})

type Follower = { type: 'refund' | 'chargeback'; status: string; amount: bigint; shares: readonly Share[] }

test('whatever is captured, refunded, declined, charged back and won, sums are exact and no share is lost or doubled', () => {
  fc.assert(
    fc.property(payments, fc.array(step, { maxLength: 25 }), ({ payment: captured }, steps) => {
      const kept = minors(captured.shares)
      const followers: Follower[] = []
      const standing = () => followers.filter(({ status }) => status !== 'undone')
      const left = () => kept.map((minor, at) => minor - sum(standing().map(({ shares }) => minors(shares)[at]!)))
      const payment = (): Payment => ({
        ...captured,
        refunded: euros(sum(standing().flatMap((one) => (one.type === 'refund' ? one.amount : 0n)))),
        chargedBack: euros(sum(standing().flatMap((one) => (one.type === 'chargeback' ? one.amount : 0n)))),
      })
      for (const { kind, portion, which } of steps) {
        const { refunded, chargedBack } = payment()
        const rest = captured.captured.minor - refunded.minor - chargedBack.minor
        if (kind === 'end') {
          const one = standing()[which % Math.max(1, standing().length)]
          if (one) one.status = 'undone'
        } else {
          // A bank may charge back more than is left; a merchant refunds what is left at most.
          const of = kind === 'refund' ? rest : captured.captured.minor
          const amount = (of * BigInt(kind === 'refund' ? Math.min(portion, 1_000) : portion)) / 1_000n
          if (amount <= 0n) continue
          const before = left()
          const shares = returnedShares(payment(), followers.map(asTransaction), euros(amount))
          followers.push({ type: kind, status: kind === 'refund' ? 'refunded' : 'opened', amount, shares })
          expect(minors(shares).every((minor, at) => minor >= 0n && minor <= before[at]!)).toBe(true)
          expect(sum(minors(shares)) <= amount).toBe(true)
          if (amount >= rest && rest >= sum(before)) expect(left().every((minor) => minor === 0n)).toBe(true)
        }
        expect(left().every((minor, at) => minor >= 0n && minor <= kept[at]!)).toBe(true)
      }
      for (const one of followers) one.status = 'undone'
      expect(left()).toEqual(kept)
    }),
  )
})
const asTransaction = ({ type, status, shares }: Follower) =>
  ({ type, status: status === 'undone' ? 'failed' : status, shares }) as Transaction

test('every entry of a split payment balances, and each merchant has its shares and no other', () => {
  fc.assert(
    fc.property(payments, ({ payment: { shares, captured: amount } }) => {
      const merchantId = 101 as Payment['merchantId']
      const fee = euros(amount.minor / 50n)
      const facts = { merchantId, amount, shares }
      const entries = {
        paymentCaptured: linesOf('paymentCaptured', { ...facts, fee }),
        paymentCancelled: linesOf('paymentCancelled', { ...facts, fee }),
        paymentRefunded: linesOf('paymentRefunded', { ...facts, feeBack: fee }),
        chargebackOpened: linesOf('chargebackOpened', facts),
        chargebackWon: linesOf('chargebackWon', facts),
        chargebackLost: linesOf('chargebackLost', facts),
        chargebackOverturned: linesOf('chargebackOverturned', facts),
      }
      for (const lines of Object.values(entries)) expect(sum(lines.map((line) => line.amount.minor))).toBe(0n)
      const of = (lines: (typeof entries)['paymentCaptured'], account: string) =>
        sum(lines.flatMap((line) => (line.account === account ? line.amount.minor : 0n)))
      for (const { merchantId: other } of shares) {
        const its = sum(shares.flatMap((one) => (one.merchantId === other ? one.amount.minor : 0n)))
        expect(of(entries.paymentCaptured, `merchant:${other}:payable`)).toBe(-its)
        expect(of(entries.paymentRefunded, `merchant:${other}:payable`)).toBe(its)
        expect(of(entries.chargebackOpened, `merchant:${other}:payable`)).toBe(its)
        expect(of(entries.chargebackWon, `merchant:${other}:payable`)).toBe(-its)
        expect(of(entries.chargebackLost, `merchant:${other}:disputed`)).toBe(its)
      }
      const own = amount.minor - sum(minors(shares)) - fee.minor
      expect(of(entries.paymentCaptured, `merchant:${merchantId}:payable`)).toBe(-own)
    }),
  )
})

test('of a payment that was not captured, or was cancelled, no share has anything to return', () => {
  const payment = captured([50n], 100n, 100n)
  const cancelled = { ...payment, status: 'cancelled' as const }
  const voided = { ...payment, status: 'voided' as const, captured: zero('EUR') }
  expect(minors(returnedShares(cancelled, [], euros(100n)))).toEqual([0n])
  expect(minors(returnedShares(voided, [], euros(100n)))).toEqual([0n])
})
