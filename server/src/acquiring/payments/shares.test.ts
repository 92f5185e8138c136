import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf } from '#core/ledger'
import { money, zero } from '#kernel/base/money.ts'
import { capturedShares, correctionsOf, regainedShares, returnedShares } from './shares.ts'
import type { Payment, Share } from './transaction.ts'

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

type Follower = Parameters<typeof returnedShares>[1][number]
const isOut = ({ type, status }: Follower) => type !== 'representment' && status !== 'failed' && status !== 'won'

test('whatever is captured, refunded, declined, charged back and won, each share has returned its part of what stands', () => {
  fc.assert(
    fc.property(payments, fc.array(step, { maxLength: 25 }), ({ payment }, steps) => {
      const kept = minors(payment.shares)
      const whole = payment.captured.minor
      let followers: Follower[] = []
      const standing = () => sum(followers.filter(isOut).map(({ amount }) => amount.minor))
      const returned = () =>
        kept.map((_, at) =>
          sum(
            followers.map((one) => {
              if (one.status === 'failed') return one.shareCorrections?.[at] ?? 0n
              const minor = one.shares[at]!.amount.minor
              return one.type === 'representment' ? -minor : minor
            }),
          ),
        )
      for (const { kind, portion, which } of steps) {
        const out = followers.filter(isOut)
        const undone = out[which % Math.max(1, out.length)]
        if (kind !== 'end') {
          // A bank may charge back more than is left; a merchant refunds what is left at most.
          const of = kind === 'refund' ? whole - standing() : whole
          const amount = (of * BigInt(kind === 'refund' ? Math.min(portion, 1_000) : portion)) / 1_000n
          if (amount <= 0n) continue
          const shares = returnedShares(payment, followers, euros(amount))
          expect(minors(shares).every((minor) => minor >= 0n) && sum(minors(shares)) <= amount).toBe(true)
          const status = kind === 'refund' ? 'refunding' : 'opened'
          followers = [...followers, { type: kind, status, amount: euros(amount), shares } as Follower]
        } else if (undone?.type === 'refund') {
          const others = followers.filter((one) => one !== undone)
          followers = [...others, { ...undone, status: 'failed', shareCorrections: correctionsOf(payment, others) }]
        } else if (undone) {
          const shares = regainedShares(payment, followers, undone.amount)
          expect(minors(shares).every((minor) => minor >= 0n) && sum(minors(shares)) <= undone.amount.minor).toBe(true)
          const back: Follower = { ...undone, type: 'representment', status: 'represented', shares }
          followers = [...followers.map((one) => (one === undone ? { ...one, status: 'won' as const } : one)), back]
        }
        const part = standing() < whole ? standing() : whole
        expect(sum(returned())).toBe((sum(kept) * part) / whole)
        for (const [at, minor] of returned().entries()) {
          const off = minor * whole - kept[at]! * part
          expect(off < whole * BigInt(kept.length) && -off < whole * BigInt(kept.length)).toBe(true)
          expect(minor >= 0n && minor <= kept[at]!).toBe(true)
        }
        if (part === whole) expect(returned()).toEqual(kept)
      }
    }),
  )
})

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
        sharesCorrected: linesOf('sharesCorrected', { merchantId, corrections: shares }),
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
