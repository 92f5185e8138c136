import assert from 'node:assert/strict'
import { apportion, keptOf, type Split } from '#acquiring/terms'
import type { Directory } from '#core/directory'
import { type Money, money } from '#kernel/base/money.ts'
import type { Payment, Share, Transaction } from './transaction.ts'

/** What each site of a split payment would keep, if all of it is captured; empty without a split. */
export async function sharesOf(directory: Pick<Directory, 'site'>, splits: readonly Split[], whole: Money) {
  return Promise.all(
    keptOf(splits).map(async ({ site, minor }): Promise<Share> => {
      const receiver = await directory.site(site)
      assert(receiver, `site ${site} was there when the order was opened`)
      return { siteId: site, merchantId: receiver.merchantId, amount: money(minor, whole.currency) }
    }),
  )
}

/** The shares of what is captured: in proportion to what was authorized. */
export const capturedShares = ({ shares, amount }: Payment, captured: Money): readonly Share[] =>
  inProportion(shares, { part: captured.minor, whole: amount.minor })

/** What followed a payment, as far as shares depend on it. */
type Outflow = Pick<Transaction, 'type' | 'status' | 'amount' | 'shares'> & { shareCorrections?: readonly bigint[] }

/**
 * What each share returns of a new refund, chargeback or capture failure: what it has to return of all outflows that stand
 * with this one, less what it has returned. `followers` are the transactions that followed the payment.
 */
export function returnedShares(payment: Payment, followers: readonly Outflow[], amount: Money): readonly Share[] {
  const due = dueOf(payment, standing(followers) + amount.minor)
  const returned = returnedBy(payment, followers)
  const parts = due.map((minor, at) => atLeastZero(minor - returned[at]!))
  return sharesOfParts(payment, parts, amount)
}

/**
 * What each share gets of an outflow whose money came back: what it has returned, less what it has to return of the outflows
 * that still stand. So money that another outflow has taken too goes to the order's site, which has paid for it.
 */
export function regainedShares(payment: Payment, followers: readonly Outflow[], undone: Money): readonly Share[] {
  const due = dueOf(payment, standing(followers) - undone.minor)
  const returned = returnedBy(payment, followers)
  const parts = due.map((minor, at) => atLeastZero(returned[at]! - minor))
  return sharesOfParts(payment, parts, undone)
}

/**
 * What each share has to return once a refund is declined, in minor units: the outflows after it had left its part to it. Below
 * zero: it gets a rounding back. Empty when nothing has to move. `others` are the followers without the refund.
 */
export function correctionsOf(payment: Payment, others: readonly Outflow[]): readonly bigint[] {
  const due = dueOf(payment, standing(others))
  const returned = returnedBy(payment, others)
  const corrections = due.map((minor, at) => minor - returned[at]!)
  return corrections.some((minor) => minor !== 0n) ? corrections : []
}

/** The sum of the outflows that stand; a refund whose result is awaited is among them. */
const standing = (followers: readonly Outflow[]): bigint =>
  followers.reduce((sum, { type, status, amount }) => sum + (stands.has(`${type} ${status}`) ? amount.minor : 0n), 0n)
const stands: ReadonlySet<string> = new Set([
  'refund refunding',
  'refund refunded',
  'chargeback opened',
  'chargeback lost',
  'capture-failure captureFailed',
])

/** What each share has returned so far, less what it got back. */
const returnedBy = ({ shares }: Payment, followers: readonly Outflow[]): readonly bigint[] =>
  shares.map((_, at) =>
    followers.reduce((sum, { type, status, shares: moved, shareCorrections }) => {
      const minor = moved[at]?.amount.minor ?? 0n
      if (type === 'reinstatement' || type === 'representment') return sum - minor
      if (type === 'refund' && status === 'failed') return sum + (shareCorrections?.[at] ?? 0n)
      return sum + minor
    }, 0n),
  )

/**
 * What each share has to return when outflows of this sum stand: its proportion of what was captured, and all of it when
 * that much has gone out. Rounded share by share, each of what is left for those after it: so together they are the
 * proportion rounded down, and no part ever shrinks when the sum grows. Of a payment that was not captured, or was
 * cancelled, no share has anything to return.
 */
function dueOf({ shares, status, captured }: Payment, sum: bigint): readonly bigint[] {
  const received = captured.minor > 0n && status !== 'cancelled'
  const part = sum < captured.minor ? sum : captured.minor
  let left = shares.reduce((total, { amount }) => total + amount.minor, 0n)
  let toReturn = received ? (left * part) / captured.minor : 0n
  return shares.map(({ amount: { minor } }) => {
    const own = left === 0n ? 0n : (minor * toReturn) / left
    toReturn -= own
    left -= minor
    return own
  })
}

/** Shares never come to more than the amount, whatever was returned before. */
function sharesOfParts({ shares }: Payment, parts: readonly bigint[], amount: Money): readonly Share[] {
  const sum = parts.reduce((total, minor) => total + minor, 0n)
  const bounded = sum > amount.minor ? apportion(parts, { part: amount.minor, whole: sum }) : parts
  return shares.map((share, at) => ({ ...share, amount: money(bounded[at]!, share.amount.currency) }))
}

const atLeastZero = (minor: bigint): bigint => (minor > 0n ? minor : 0n)

function inProportion(shares: readonly Share[], ratio: { part: bigint; whole: bigint }): readonly Share[] {
  const parts = apportion(
    shares.map(({ amount }) => amount.minor),
    ratio,
  )
  return shares.map((share, at) => ({ ...share, amount: money(parts[at]!, share.amount.currency) }))
}
